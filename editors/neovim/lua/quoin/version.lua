-- Whether this Neovim can have quoin. Needs nothing of Neovim that older ones lack.

local M = {}

--- Why there is no quoin in this Neovim; nil where there is.
---@return string?
function M.problem()
  if vim.fn.has('nvim-0.12') == 1 then
    return nil
  end
  local now = vim.version()
  local text = 'Neovim %d.%d.%d has no inline completion of its own: 0.12 or newer is needed'
  return text:format(now.major, now.minor, now.patch)
end

return M
