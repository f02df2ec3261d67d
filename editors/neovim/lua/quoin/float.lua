-- A window over the others with lines of text, which `q` and Escape close.

local M = {}

local MARGIN = 4

--- Show a text in the middle of the editor, in a window as large as the text where there is room.
---@param text string
function M.show(text)
  local lines = vim.split(vim.trim(text), '\n')
  local width = 1
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  width = math.min(width + 2, math.max(1, vim.o.columns - MARGIN))
  local height = math.min(#lines, math.max(1, vim.o.lines - vim.o.cmdheight - MARGIN))
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable, vim.bo[buffer].bufhidden = false, 'wipe'
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor',
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    width = width,
    height = height,
    style = 'minimal',
    border = 'rounded',
    title = ' quoin ',
  })
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.keymap.set('n', key, function()
      vim.api.nvim_win_close(window, true)
    end, { buffer = buffer, nowait = true })
  end
end

return M
