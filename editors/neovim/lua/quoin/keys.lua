-- Keys by the names of what they do, for insert mode.

local server = require('quoin.server')

local M = {}

--- Whether each of them has done something decides whether the key does what else it does.
---@type table<string, fun(): boolean?>
local actions = {}
for _, name in ipairs({
  'accept',
  'accept_word',
  'accept_line',
  'next',
  'previous',
  'dismiss',
  'trigger',
  'toggle',
}) do
  actions[name] = function()
    return require('quoin')[name]()
  end
end

--- Map keys, such as `{ accept = '<Tab>' }`.
---@param keys table<string, string>
function M.map(keys)
  for name, key in pairs(keys) do
    local action = actions[name]
    if not action then
      server.complain(('setting keys has no %s; it has %s'):format(name, table.concat(M.names(), ', ')))
    else
      vim.keymap.set('i', key, function()
        return action() == false and key or ''
      end, { expr = true, desc = 'quoin: ' .. name:gsub('_', ' ') })
    end
  end
end

--- What keys can be given to.
---@return string[]
function M.names()
  local names = vim.tbl_keys(actions)
  table.sort(names)
  return names
end

return M
