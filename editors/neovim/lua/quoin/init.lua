-- What users call. Everything else is Neovim's own LSP client.

local M = {}

--- Take the settings and start the server for buffers of its languages, those that are open included. May be
--- called again: the settings that are given replace those of before, the others stay. With
--- `enable = false` the server is stopped.
---@param opts? quoin.Settings
function M.setup(opts)
  local problem = require('quoin.version').problem()
  if problem then
    return vim.notify('quoin: ' .. problem, vim.log.levels.ERROR)
  end
  vim.validate('opts', opts, 'table', true)
  require('quoin.config').apply(opts or {})
end

--- Accept the completion that is shown in the current buffer.
---@return boolean shown false if there is none, and the key that was pressed should do what else it does
function M.accept()
  return require('quoin.actions').accept_next()
end

--- Accept its first word; what is left of it stays shown.
---@return boolean shown
function M.accept_word()
  return require('quoin.actions').accept_next('word')
end

--- Accept its first line; what is left of it stays shown.
---@return boolean shown
function M.accept_line()
  return require('quoin.actions').accept_next('line')
end

--- Show the next of several completions.
---@return boolean shown
function M.next()
  return require('quoin.actions').cycle(1)
end

--- Show the one before.
---@return boolean shown
function M.previous()
  return require('quoin.actions').cycle(-1)
end

--- Take the completion away.
---@return boolean shown
function M.dismiss()
  return require('quoin.actions').dismiss()
end

--- Ask for a completion now, in insert mode.
---@return boolean asked false where completions are off
function M.trigger()
  return require('quoin.actions').request()
end

--- Turn completions off or on again: `all` of them, in this `buffer`, or for a `language`.
---@param scope? 'all'|'buffer'|'language'
---@param language? string the current buffer's if absent
function M.toggle(scope, language)
  require('quoin.switch').toggle(scope, language)
end

--- A few words for the statusline.
---@param bufnr? integer the current buffer if absent
---@return string
function M.status(bufnr)
  return require('quoin.status').text(bufnr)
end

return M
