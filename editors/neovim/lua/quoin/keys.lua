-- Keys by the names of what they do, for insert mode.

local server = require('quoin.server')

local M = {}

---@param name string a function of `quoin.actions`, which is loaded when a key needs it
---@param argument? any
---@return fun(): boolean?
local function acting(name, argument)
  return function()
    return require('quoin.actions')[name](argument)
  end
end

--- Whether each of them has done something decides whether the key does what else it does.
---@type table<string, fun(): boolean?>
local actions = {
  accept = acting('accept'),
  accept_word = acting('accept', 'word'),
  accept_line = acting('accept', 'line'),
  next = acting('cycle', 1),
  previous = acting('cycle', -1),
  dismiss = acting('dismiss'),
  trigger = acting('request'),
  toggle = function()
    require('quoin.switch').toggle()
  end,
}

--- Let a key do what it does by itself, before what has been typed since. One with Alt does nothing: typed, Neovim
--- takes it for Escape and a command, and from here for its letter.
---@param key string
local function otherwise(key)
  if not key:lower():find('^<[^>]*[am]%-.') then
    vim.api.nvim_feedkeys(vim.keycode(key), 'ni', false)
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
        if action() == false then
          otherwise(key)
        end
      end, { desc = 'quoin: ' .. name:gsub('_', ' ') })
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
