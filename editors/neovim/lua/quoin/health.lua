-- `:checkhealth quoin`.

local M = {}

local health = vim.health

-- Loaded where this Neovim can have them.
local config, ghost, server, status, switch

local function check_neovim()
  local version = tostring(vim.version())
  if not ghost.usable() then
    health.warn(
      ('Neovim %s keeps its completions in another way than quoin knows'):format(version),
      'They are shown, but not accepted by word and line, nor asked for by a key, nor hidden under a menu.'
    )
  else
    health.ok(('Neovim %s'):format(version))
  end
end

local function check_program()
  health.start('Server')
  local command = vim.lsp.config[server.NAME].cmd
  if type(command) == 'function' then
    return health.info('program: started by a function')
  end
  local program, problem = server.find(command[1] ~= server.NAME and command[1] or nil)
  if not program then
    return health.error(
      problem or '',
      ':QuoinInstall installs it; `server = { path = … }` names another one.'
    )
  end
  health.ok(('program: %s'):format(vim.fn.exepath(program)))
end

---@param client vim.lsp.Client
local function describe(client)
  local version = vim.tbl_get(client, 'server_info', 'version') or 'unknown'
  health.ok(('running: version %s, position encoding %s'):format(version, client.offset_encoding))
  if not client:supports_method('textDocument/inlineCompletion') then
    health.error('it offers no inline completion')
  end
  for bufnr in pairs(client.attached_buffers) do
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':~:.')
    health.info(('buffer %d, %s: %s'):format(bufnr, name, switch.is_on(bufnr) and 'on' or 'off'))
  end
end

local function check_clients()
  local clients = server.clients()
  if #clients == 0 then
    health.warn('not running', 'It starts with the first file that is opened in a language it has.')
  end
  vim.iter(clients):each(describe)
  health.info(('log: %s'):format(vim.lsp.log.get_filename()))
end

local function check_model()
  health.start('Model')
  -- The current buffer is the report's own by now.
  local bufnr = status.asked_in()
  if server.clients()[1] then
    local why = status.why(bufnr):gsub('^the last request ', '')
    health.info('last request: ' .. why)
  end
  local path = vim.tbl_get(config.settings(), 'model', 'path') or ''
  local known = status.get(bufnr) or {}
  if known.promise then
    local whose = known.part and 'language of the part around the cursor' or 'language'
    health.info(('%s: %s'):format(whose, known.promise))
  end
  if known.state == 'error' then
    health.error(known.message or 'no model could be loaded', ':Quoin model PATH chooses another one.')
  elseif known.model then
    health.ok(require('quoin.model').describe(known.model))
  elseif path == '' then
    health.ok('the starter model')
  elseif vim.uv.fs_stat(vim.fs.normalize(path)) then
    health.ok(path)
  else
    health.error(('model.path names no file: %s'):format(path), ':Quoin model PATH chooses another one.')
  end
end

local function show_settings()
  health.start('Settings')
  health.info(('trigger: %s'):format(config.trigger))
  health.info(('languages: %s'):format(vim.inspect(switch.get_languages())))
  health.info(('of the server: %s'):format(vim.inspect(config.settings())))
end

function M.check()
  health.start('Neovim')
  local problem = require('quoin.version').problem()
  if problem then
    return health.error(problem)
  end
  config, ghost = require('quoin.config'), require('quoin.ghost')
  server, status, switch = require('quoin.server'), require('quoin.status'), require('quoin.switch')
  check_neovim()
  check_program()
  check_clients()
  check_model()
  show_settings()
end

return M
