-- The server as Neovim's client sees it: found, started, stopped, asked.

local M = {}

M.NAME = 'quoin'

---@param message string
---@param level? integer
function M.say(message, level)
  vim.notify('quoin: ' .. message, level or vim.log.levels.INFO)
end

---@param message string
function M.complain(message)
  M.say(message, vim.log.levels.ERROR)
end

--- Where an environment of Python's keeps its programs.
M.PROGRAMS = vim.fn.has('win32') == 1 and 'Scripts' or 'bin'

--- The private environments: two, so that one can be made while the other is in use.
local SLOTS = { 'a', 'b' }

---@param name string
---@return string
local function private(name)
  return vim.fs.joinpath(vim.fn.stdpath('data'), 'quoin', name)
end

---@return string? slot the one in use
local function slot_in_use()
  local file = private('environment')
  local slot = vim.fn.filereadable(file) == 1 and vim.fn.readfile(file, '', 1)[1]
  return slot and vim.list_contains(SLOTS, slot) and slot or nil
end

--- The environment that is not in use.
---@return string slot
---@return string folder
function M.free_slot()
  local slot = slot_in_use() == SLOTS[1] and SLOTS[2] or SLOTS[1]
  return slot, private('environment-' .. slot)
end

--- Use an environment from now on.
---@param slot string
function M.use_slot(slot)
  vim.fn.writefile({ slot }, private('environment'))
end

--- The program that `:QuoinInstall` has installed; nil if there is none.
---@return string?
function M.installed()
  local slot = slot_in_use()
  local program = slot and vim.fs.joinpath(private('environment-' .. slot), M.PROGRAMS, M.NAME)
  return program and vim.fn.executable(program) == 1 and program or nil
end

--- The program to start: the one that is set, else the one on the PATH, else the one in the private environment;
--- or nil and why there is none.
---@param path? string
---@return string? program
---@return string? problem
function M.find(path)
  local program = path and vim.fs.normalize(path) or 'quoin'
  if vim.fn.executable(program) == 1 then
    return program
  end
  if path then
    return nil, ('server.path names no program that can be run: %s'):format(program)
  end
  program = M.installed()
  if program then
    return program
  end
  return nil, 'there is no quoin on the PATH: :QuoinInstall installs it, or set server.path'
end

---@param bufnr? integer only the clients of this buffer
---@return vim.lsp.Client[]
function M.clients(bufnr)
  return vim.lsp.get_clients({ name = M.NAME, bufnr = bufnr })
end

--- Whether the server has a command; which ones it has depends on its version.
---@param client vim.lsp.Client
---@param command string
---@return boolean
function M.knows(client, command)
  local commands = vim.tbl_get(client.server_capabilities, 'executeCommandProvider', 'commands')
  return commands ~= nil and vim.list_contains(commands, command)
end

--- Run a command of the server and give its answer to `done`; what fails is told to the user.
---@param command string
---@param arguments any[]
---@param done fun(answer: table)
---@param failed? fun() called before the user is told
function M.ask(command, arguments, done, failed)
  local function fail(message)
    if failed then
      failed()
    end
    M.complain(message)
  end
  local client = M.clients()[1]
  if not client then
    return fail('the server is not running')
  end
  if not M.knows(client, command) then
    return fail(('the server is older than this plug-in and has no command %s; update it'):format(command))
  end
  local params = { command = command, arguments = arguments }
  client:request('workspace/executeCommand', params, function(problem, answer)
    if problem then
      return fail(problem.message)
    end
    done(answer)
  end)
end

--- Stop the server and start it anew, with the program and settings of now.
function M.restart()
  vim.lsp.enable(M.NAME, false)
  local function start()
    if #M.clients() > 0 then
      return vim.defer_fn(start, 20)
    end
    vim.lsp.enable(M.NAME)
  end
  start()
end

return M
