-- The settings. Those of the server are kept where Neovim keeps them, in `init_options`; the few that
-- concern the plug-in alone are kept here.

local server = require('quoin.server')

local M = {}

--- Values that are absent take the server's defaults: see |quoin-settings|. They are checked by the
--- server, which names the setting in its complaint.
---@class quoin.Settings
---@field enable? boolean
---@field languages? table<string, boolean>
---@field trigger? 'automatic'|'manual'
---@field keys? table<string, string>
---@field server? { path?: string }
---@field install? { from?: string }
---@field [string] any

--- How completions are asked for.
---@type 'automatic'|'manual'
M.trigger = 'automatic'

--- Where `:QuoinInstall` takes the server from.
---@type { from?: string }
M.install = {}

--- The settings among the `init_options`, which also hold facts about the client, said once at the start.
---@param init_options table
---@return table
local function without_facts(init_options)
  local settings = vim.deepcopy(init_options)
  settings.trusted, settings.status = nil, nil
  return settings
end

--- The server's settings that are in force.
---@return table
function M.settings()
  return without_facts(vim.lsp.config[server.NAME].init_options)
end

---@type table<integer, table> by client: the settings that its server was told of last
local told = {}

---@param client vim.lsp.Client
local function tell(client)
  told[client.id] = M.settings()
  client:notify('workspace/didChangeConfiguration', { settings = { [server.NAME] = told[client.id] } })
end

--- Change some of the server's settings, now and for its next start. The program of a server that runs
--- stays the same until it is restarted.
---@param changes table
function M.change(changes)
  vim.lsp.config(server.NAME, { init_options = changes })
  vim.iter(server.clients()):each(tell)
end

--- Tell a server that has just started what was changed meanwhile.
---@param client vim.lsp.Client
function M.catch_up(client)
  local given = told[client.id] or without_facts(client.config.init_options)
  if not vim.deep_equal(given, M.settings()) then
    tell(client)
  end
end

---@type boolean whether `setup` names a model
local names_model = false

--- Whether `setup` names a model, which then counts at the next start.
---@return boolean
function M.names_model()
  return names_model
end

---@type string? the setting `server.path`
local server_path

---@type boolean whether the server is wanted, but was not there to be started
local is_missing = false

---@param path? string
---@return boolean found
local function use_program(path)
  local program, problem = server.find(path)
  if problem then
    server.complain(problem)
    return false
  end
  vim.lsp.config(server.NAME, { cmd = { program, 'serve' } })
  return true
end

--- Start what has been installed, if it was missed; a server that runs stays what it is.
function M.installed()
  if is_missing and use_program(server_path) then
    is_missing = false
    vim.lsp.enable(server.NAME)
  end
end

--- Take the user's settings and start the server, or stop it.
---@param given quoin.Settings
function M.apply(given)
  local settings = vim.deepcopy(given)
  local trigger = settings.trigger or M.trigger
  if trigger ~= 'automatic' and trigger ~= 'manual' then
    server.complain("setting trigger must be 'automatic' or 'manual'")
    trigger = M.trigger
  end
  M.trigger = trigger
  require('quoin.switch').languages(settings.languages or {})
  require('quoin.keys').map(settings.keys or {})
  M.install = vim.tbl_extend('force', M.install, settings.install or {})
  if settings.enable == false then
    return vim.lsp.enable(server.NAME, false)
  end
  server_path = vim.tbl_get(settings, 'server', 'path') or server_path
  is_missing = not use_program(server_path)
  if settings.grammars then
    local filetypes = require('quoin.languages').filetypes(settings.grammars)
    vim.lsp.config(server.NAME, { filetypes = filetypes })
  end
  names_model = (vim.tbl_get(settings, 'model', 'path') or vim.tbl_get(settings, 'remote', 'url')) ~= nil
  if not names_model then
    settings = vim.tbl_deep_extend('force', settings, require('quoin.chosen').read() or {})
  end
  settings.enable, settings.languages, settings.trigger = nil, nil, nil
  settings.keys, settings.server, settings.install = nil, nil, nil
  M.change(settings)
  if not is_missing then
    vim.lsp.enable(server.NAME)
  end
end

return M
