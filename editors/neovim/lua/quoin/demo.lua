-- The first steps: a file that the server gives, in which a completion shows what quoin is for.

local server = require('quoin.server')

local M = {}

---@param buffer integer
---@param steps { text: string, places: { line: integer, character: integer }[] }
local function fill(buffer, steps)
  if not vim.api.nvim_buf_is_loaded(buffer) or vim.api.nvim_get_current_buf() ~= buffer then
    return
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(vim.trim(steps.text), '\n'))
  vim.bo[buffer].modified = false
  local first = steps.places[1]
  vim.api.nvim_win_set_cursor(0, { first.line + 1, first.character })
  vim.cmd.startinsert()
end

--- Take the tab away again in which there was to be a file.
---@param buffer integer
local function close(buffer)
  if vim.api.nvim_buf_is_valid(buffer) and not vim.bo[buffer].modified then
    vim.cmd.bwipeout(buffer)
  end
end

--- Open the file in a new tab, in insert mode with the cursor at the first place. It is in no folder, so that
--- nothing of it stays.
function M.open()
  vim.cmd.tabnew(vim.fn.tempname() .. '/first_steps.py')
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].bufhidden, vim.bo[buffer].swapfile = 'wipe', false
  if vim.bo[buffer].filetype ~= 'python' then
    vim.bo[buffer].filetype = 'python'
  end
  local tries = 0
  local function ask()
    if #server.clients(buffer) > 0 then
      return server.ask('quoin.firstSteps', {}, function(steps)
        fill(buffer, steps)
      end, function()
        close(buffer)
      end)
    end
    tries = tries + 1
    if tries > 200 then
      close(buffer)
      return server.complain('the server does not start: see :checkhealth quoin')
    end
    vim.defer_fn(ask, 50)
  end
  ask()
end

return M
