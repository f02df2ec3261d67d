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

--- The program to start, or nil and why there is none.
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
  return nil, 'there is no quoin on the PATH; install it, or set server.path'
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
function M.ask(command, arguments, done)
  local client = M.clients()[1]
  if not client then
    return M.complain('the server is not running')
  end
  if not M.knows(client, command) then
    return M.complain(('this version of the server has no command %s'):format(command))
  end
  local params = { command = command, arguments = arguments }
  client:request('workspace/executeCommand', params, function(problem, answer)
    if problem then
      return M.complain(problem.message)
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
