-- On and off: for everything, for a language, for a buffer. A buffer's own word (`vim.b.quoin`) counts
-- before its language's; what is off for everything is off. The server runs on, its model in memory.

local ghost = require('quoin.ghost')
local server = require('quoin.server')

local M = {}

local everything = true
---@type table<string, boolean>
local by_language = {}

--- Whether a buffer is on, as far as it and its language go.
---@param bufnr integer
---@return boolean
local function by_itself(bufnr)
  local own = vim.b[bufnr].quoin
  if own == nil then
    own = by_language[vim.bo[bufnr].filetype] ~= false
  end
  return own
end

---@param bufnr integer
---@return boolean
local function wanted(bufnr)
  return everything and by_itself(bufnr)
end

--- Bring a buffer that has the server in line with the switches.
---@param bufnr integer
function M.apply(bufnr)
  local enable, only = vim.lsp.inline_completion.enable, { bufnr = bufnr }
  enable(wanted(bufnr), only)
  local completor = ghost.watch(bufnr)
  if wanted(bufnr) and not completor then
    -- A buffer that is read anew (`:edit`) counts as enabled, and gets its completions only after `LspAttach`.
    enable(false, only)
    enable(true, only)
    completor = ghost.watch(bufnr)
  end
  local inserting = vim.startswith(vim.api.nvim_get_mode().mode, 'i')
  if completor and inserting and bufnr == vim.api.nvim_get_current_buf() then
    completor:automatic_request()
  end
end

local function apply_all()
  for _, client in ipairs(server.clients()) do
    vim.iter(vim.tbl_keys(client.attached_buffers)):each(M.apply)
  end
  require('quoin.status').changed()
end

--- Whether completions are offered in a buffer.
---@param bufnr? integer
---@return boolean
function M.is_on(bufnr)
  bufnr = vim._resolve_bufnr(bufnr)
  return vim.lsp.is_enabled(server.NAME) and wanted(bufnr)
end

--- Set languages on or off.
---@param settings table<string, boolean>
function M.languages(settings)
  by_language = vim.tbl_extend('force', by_language, settings)
  apply_all()
end

--- The languages that are set on or off.
---@return table<string, boolean>
function M.get_languages()
  return vim.deepcopy(by_language)
end

---@type table<string, fun(name?: string): string, boolean>
local toggles = {
  all = function()
    everything = not (everything and vim.lsp.is_enabled(server.NAME))
    return 'everywhere', everything
  end,
  buffer = function()
    vim.b.quoin = not by_itself(0)
    return 'in this buffer', vim.b.quoin
  end,
  language = function(name)
    local language = name or vim.bo.filetype
    by_language[language] = by_language[language] == false
    return 'for ' .. language, by_language[language]
  end,
}

--- The names that `toggle` takes.
M.scopes = { 'all', 'buffer', 'language' }

--- Turn completions off or on again, and say so.
---@param scope? 'all'|'buffer'|'language'
---@param language? string with the scope `language`; the one of the current buffer if absent
function M.toggle(scope, language)
  local toggle = toggles[scope or 'all']
  if not toggle then
    return server.complain(('toggle what? One of %s'):format(table.concat(M.scopes, ', ')))
  end
  local where, on = toggle(language)
  if on and not vim.lsp.is_enabled(server.NAME) then
    vim.lsp.enable(server.NAME)
  end
  apply_all()
  local still = on and not everything and ', but off everywhere' or ''
  server.say(('%s %s%s'):format(on and 'on' or 'off', where, still))
end

return M
