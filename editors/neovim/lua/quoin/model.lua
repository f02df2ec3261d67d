-- The model file: what is in it, and using another one.

local config = require('quoin.config')
local server = require('quoin.server')
local status = require('quoin.status')

local M = {}

--- The name that stands for the model that comes with quoin.
M.STARTER = 'starter'

--- A model in words; one on a server has no size and no file.
---@param model { name: string, sizeBytes: integer, path?: string, fim?: boolean }
---@return string
function M.describe(model)
  local text = model.name
  if model.sizeBytes > 0 then
    text = ('%s, %.0f MB'):format(text, model.sizeBytes / 1e6)
  end
  if model.fim ~= nil then
    text = text .. (model.fim and ', fills in the middle' or ', does not fill in the middle')
  end
  return model.path and model.sizeBytes > 0 and ('%s: %s'):format(text, model.path) or text
end

---@param path string
local function use(path)
  config.change({ model = { path = path } })
end

--- Say which model is used.
function M.show()
  local known = status.get()
  local path = vim.tbl_get(config.settings(), 'model', 'path')
  local model = known and known.model
  if model then
    server.say(M.describe(model))
  else
    server.say(path and path ~= '' and path or 'the starter model')
  end
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
