-- Settings for the server, and its start. Everything else is Neovim's own LSP client.

local M = {}

local NAME = 'quoin'

--- Values that are absent take the server's defaults: see |quoin-settings|. They are checked by the
--- server, which names the setting in its complaint.
---@class quoin.Settings
---@field enable? boolean
---@field server? { path?: string }
---@field model? { path?: string, contextSize?: integer, threads?: integer, gpuLayers?: integer }
---@field python? { version?: string }
---@field guarantee? 'region'|'file'
---@field maxTokens? integer
---@field maxLatencyMs? integer
---@field stop? 'line'|'statement'|'block'
---@field candidates? integer
---@field log? { level?: 'error'|'warning'|'info'|'debug' }

---@param message string
local function complain(message)
  vim.notify('quoin: ' .. message, vim.log.levels.ERROR)
end

--- The program to start, or nil where there is none, of which the user is told.
---@param path? string
---@return string?
local function find_server(path)
  local program = path and vim.fs.normalize(path) or 'quoin'
  if vim.fn.executable(program) == 1 then
    return program
  end
  if path then
    complain(('server.path names no program that can be run: %s'):format(program))
  else
    complain('there is no quoin on the PATH; install it, or set server.path')
  end
end

--- Tell a server that runs already. Its program stays the same until it is restarted.
local function push()
  local settings = vim.deepcopy(vim.lsp.config[NAME].init_options)
  settings.trusted = nil -- said once, when the server starts
  for _, client in ipairs(vim.lsp.get_clients({ name = NAME })) do
    client:notify('workspace/didChangeConfiguration', { settings = { [NAME] = settings } })
  end
end

--- What of a completion is still to be inserted at the cursor, or nil if something else has been typed
--- since it was asked for. Neovim shows such a completion on, and would insert it where it was asked for,
--- in front of what was typed.
---@param item vim.lsp.inline_completion.Item
---@return vim.lsp.inline_completion.Item?
local function rest(item)
  local row, column = item.range:to_extmark()
  local cursor = vim.api.nvim_win_get_cursor(0)
  if cursor[1] - 1 ~= row or cursor[2] < column then
    return nil
  end
  local typed = vim.api.nvim_buf_get_text(0, row, column, row, cursor[2], {})[1]
  if not vim.startswith(item.insert_text, typed) then
    return nil
  end
  item.insert_text = item.insert_text:sub(#typed + 1)
  item.range = nil -- that is, at the cursor
  return item
end

--- Accept the completion that is shown in the current buffer.
---@return boolean shown false if there is none, and the key that was pressed should do what else it does
function M.accept()
  return vim.lsp.inline_completion.get({ on_accept = rest })
end

--- Take the settings and start the server for Python buffers, those that are open included. May be
--- called again: the settings that are given replace those of before, the others stay. With
--- `enable = false` the server is stopped.
---@param opts? quoin.Settings
function M.setup(opts)
  vim.validate('opts', opts, 'table', true)
  if vim.fn.has('nvim-0.12') == 0 then
    return complain('Neovim 0.12 or newer is needed')
  end
  local settings = vim.deepcopy(opts or {})
  if settings.enable == false then
    return vim.lsp.enable(NAME, false)
  end
  local program = find_server(settings.server and settings.server.path)
  if not program then
    return
  end
  settings.enable, settings.server = nil, nil
  vim.lsp.config(NAME, { cmd = { program, 'serve' }, init_options = settings })
  push()
  vim.lsp.enable(NAME)
end

return M
