-- Installs the server into a private environment, from wheels: a folder of them, or a page that links to them.
-- Python with its `venv` is all that is needed.

local config = require('quoin.config')
local server = require('quoin.server')

local M = {}

local CHECK_VERSION = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'
local MINUTES = 60 * 1000

-- What quoin needs, a requirement a line.
local REQUIREMENTS = [[
import importlib.metadata as metadata
print(*(one for one in metadata.requires('quoin') or () if 'extra ==' not in one), sep='\n')
]]

--- Run a program to its end, while Neovim goes on drawing; throws what it printed last if it fails.
---@param command string[]
---@param wanted string what it is for, for the user
---@return string output
local function run(command, wanted)
  local done
  vim.system(command, { text = true }, function(result)
    done = result
  end)
  vim.wait(10 * MINUTES, function()
    return done ~= nil
  end, 50)
  if not done or done.code ~= 0 then
    local said = done and vim.trim(done.stderr ~= '' and done.stderr or done.stdout) or 'it takes too long'
    error(('%s: %s'):format(wanted, said:match('[^\n]*$')), 0)
  end
  return done.stdout
end

---@return string python one that is new enough and can make environments
local function find_python()
  for _, name in ipairs({ 'python3', 'python' }) do
    local program = vim.fn.exepath(name)
    if program ~= '' and vim.system({ program, '-c', CHECK_VERSION }):wait().code == 0 then
      return program
    end
  end
  error('there is no Python 3.10 or newer with its venv on the PATH (on Debian: python3-venv)', 0)
end

--- The folder of wheels in the clone that this plug-in is in, if there are some.
---@return string?
local function of_the_clone()
  local here = vim.api.nvim_get_runtime_file('lua/quoin/install.lua', false)[1]
  local folder = here
    and vim.fs.joinpath(vim.fs.dirname(vim.uv.fs_realpath(here) or here), '../../../../dist')
  return folder and vim.fn.glob(folder .. '/quoin-*.whl') ~= '' and vim.fs.normalize(folder) or nil
end

--- Where the wheels are, in pip's terms.
---@param place? string
---@return string
local function find_wheels(place)
  place = place or config.install.from or of_the_clone()
  if not place then
    error('say where the wheels are: `install = { from = … }` in setup, or :QuoinInstall PLACE', 0)
  end
  if place:match('^https://') then
    return place
  end
  local folder = vim.fs.normalize(place)
  if vim.fn.glob(folder .. '/quoin-*.whl') == '' then
    error(('%s is neither a folder with a wheel of quoin nor an address with https'):format(place), 0)
  end
  return folder
end

--- Install into the one of two environments that is not in use, so that a failure leaves the other as it is.
---@param wheels string
---@return string program
local function install(wheels)
  local slot, folder = server.free_slot()
  local python = vim.fs.joinpath(folder, server.PROGRAMS, 'python')
  run({ find_python(), '-m', 'venv', '--clear', folder }, 'the environment cannot be made')
  local pip = { python, '-m', 'pip', '--disable-pip-version-check', '--no-input', '--quiet', 'install' }
  -- A package index has another program under quoin's name, so it is not asked for these two.
  local own = { '--no-index', '--no-deps', '--find-links', wheels, 'quoin', 'llama-cpp-python' }
  run(vim.list_extend(vim.list_slice(pip), own), 'pip cannot install quoin')
  local listed = run({ python, '-c', REQUIREMENTS }, 'quoin is not installed')
  local needed = vim.split(listed, '\n', { trimempty = true })
  local others = vim.list_extend({ '--only-binary', ':all:', '--find-links', wheels }, needed)
  run(vim.list_extend(vim.list_slice(pip), others), 'pip cannot install what quoin needs')
  local program = vim.fs.joinpath(folder, server.PROGRAMS, server.NAME)
  run({ program, '--help' }, 'what was installed does not run')
  server.use_slot(slot)
  return program
end

--- Install the server, and start it if it was waited for. What fails is told to the user.
---@param place? string a folder of wheels, or the address of a page that links to them
---@return boolean done
function M.run(place)
  server.say('installing the server; this takes some seconds')
  vim.cmd.redraw()
  local done, result = pcall(function()
    return install(find_wheels(place))
  end)
  if not done then
    server.complain(tostring(result))
    return false
  end
  server.say(('installed: %s'):format(result))
  config.installed()
  return true
end

return M
