-- The model: what is in its file, and using another one.

local chosen = require('quoin.chosen')
local config = require('quoin.config')
local server = require('quoin.server')
local status = require('quoin.status')

local M = {}

--- The name that stands for the model that comes with quoin.
M.STARTER = 'starter'

--- A model's name, and its size; one on a server has none.
---@param model { name: string, sizeBytes: integer }
---@return string
local function title(model)
  return model.sizeBytes > 0 and ('%s, %.0f MB'):format(model.name, model.sizeBytes / 1e6) or model.name
end

--- A model in words; one on a server has no size and no file.
---@param model { name: string, sizeBytes: integer, path?: string, fim?: boolean }
---@return string
function M.describe(model)
  local text = title(model)
  if model.fim ~= nil then
    text = text .. (model.fim and ', fills in the middle' or ', does not fill in the middle')
  end
  return model.path and model.sizeBytes > 0 and ('%s: %s'):format(text, model.path) or text
end

--- Use a model from now on, and after the next start, too, where `setup` names none.
---@param path string empty with a server, and for the starter model
---@param url? string
local function use(path, url)
  chosen.write(path, url or '')
  config.change({ model = { path = path }, remote = { url = url or '' } })
  if config.names_model() then
    server.say('until Neovim is left: `setup` names another model')
  end
end

---@return string
local function now()
  local known = status.get()
  local path = vim.tbl_get(config.settings(), 'model', 'path')
  local model = known and known.model
  return model and title(model) or (path and path ~= '' and vim.fs.basename(path) or 'the starter model')
end

---@param row quoin.Row?
---@param survey table
local function take(row, survey)
  if not row then
    return
  end
  if row.kind == 'use' then
    use(row.path)
  elseif row.kind == 'server' then
    use('', row.url)
  elseif row.kind == 'download' then
    require('quoin.download').offer(row.model, survey, use)
  elseif row.kind == 'servers' then
    M.pick(true)
  else
    vim.ui.input({ prompt = 'Model file: ', completion = 'file' }, function(path)
      if path and path ~= '' then
        M.choose(path)
      end
    end)
  end
end

--- Let the user choose among the models that can be had.
---@param servers? boolean whether servers on this machine are asked, too
function M.pick(servers)
  server.ask('quoin.models', { { servers = servers or false } }, function(survey)
    local rows = require('quoin.survey').rows(survey)
    if servers and #survey.servers == 0 then
      server.say('no server answers at the usual ports')
    end
    local options = {
      prompt = ('Choose a model (now: %s)'):format(now()),
      kind = 'quoin.model',
      format_item = function(row)
        return row.text
      end,
    }
    vim.ui.select(rows, options, function(row)
      take(row, survey)
    end)
  end)
end

--- Use another model file from now on, after a look at what it is. One that cannot be used is left alone.
---@param path string
function M.choose(path)
  if path == M.STARTER then
    return use('')
  end
  path = vim.fn.fnamemodify(vim.fs.normalize(path), ':p')
  local client = server.clients()[1]
  if not (client and server.knows(client, 'quoin.describeModel')) then
    return use(path)
  end
  server.ask('quoin.describeModel', { path }, function(model)
    if model.problem ~= vim.NIL and model.problem then
      return server.complain(('%s: %s'):format(path, model.problem))
    end
    server.say(M.describe(model))
    use(path)
  end)
end

return M
