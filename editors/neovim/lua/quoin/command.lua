-- The command `:Quoin`.

local config = require('quoin.config')
local model = require('quoin.model')
local server = require('quoin.server')
local switch = require('quoin.switch')

local M = {}

local function show_log()
  local path = vim.tbl_get(config.settings(), 'log', 'file') or vim.lsp.log.get_filename()
  vim.cmd.tabedit({ vim.fs.normalize(path), magic = { file = false } })
  vim.cmd.normal({ 'G', bang = true })
end

local function trigger()
  if not vim.startswith(vim.api.nvim_get_mode().mode, 'i') then
    server.complain('completions are asked for in insert mode: map a key to <Cmd>Quoin trigger<CR>')
  elseif not require('quoin').trigger() then
    server.say('off here')
  end
end

--- Ask for a completion that binds the names which the rest of the file lacks.
local function missing()
  server.ask('quoin.bindNext', { vim.uri_from_bufnr(0) }, trigger)
end

---@type table<string, fun(...: string)>
local subcommands = {
  demo = function()
    require('quoin.demo').open()
  end,
  missing = missing,
  toggle = switch.toggle,
  trigger = trigger,
  restart = server.restart,
  log = show_log,
  stats = function()
    server.ask('quoin.statsReport', { 'text' }, require('quoin.float').show)
  end,
  model = function(...)
    local path = table.concat({ ... }, ' ')
    if path == '' then
      model.pick()
    elseif path == 'cancel' then
      require('quoin.download').cancel()
    else
      model.choose(path)
    end
  end,
  why = function()
    server.say(require('quoin.status').why(0))
  end,
  health = function()
    vim.cmd.checkhealth('quoin')
  end,
}

local function names()
  local found = vim.tbl_keys(subcommands)
  table.sort(found)
  return found
end

---@param words string[]
function M.run(words)
  local subcommand = subcommands[words[1]]
  if not subcommand then
    return server.complain(('no %s; there is %s'):format(words[1], table.concat(names(), ', ')))
  end
  subcommand(unpack(words, 2))
end

--- What may follow the subcommand, by its name.
---@type table<string, fun(word: string): string[]>
local arguments = {
  toggle = function()
    return switch.scopes
  end,
  model = function(word)
    return vim.list_extend({ model.STARTER, 'cancel' }, vim.fn.getcompletion(word, 'file'))
  end,
}

--- What a word of the command line may become.
---@param word string
---@param line string up to the cursor
---@return string[]
function M.complete(word, line)
  local before = vim.split(vim.trim(line:sub(1, #line - #word)), '%s+')
  local found = {}
  if #before == 1 then
    found = names()
  elseif #before == 2 and arguments[before[2]] then
    found = arguments[before[2]](word)
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, word)
  end, found)
end

return M
