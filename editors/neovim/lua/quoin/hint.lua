-- The colour of ghost text in terminals without 'termguicolors': Neovim's own colours have none for it there, and
-- it would look like what is written.

local M = {}

local GREY = 8 -- of the terminal's sixteen colours

--- Give the groups of ghost text a colour where they have none; the user's, or a colour scheme's, stays.
function M.colour()
  for _, name in ipairs({ 'ComplHint', 'ComplHintMore' }) do
    local group = vim.api.nvim_get_hl(0, { name = name, link = false })
    if not group.ctermfg then
      group.ctermfg = GREY
      vim.api.nvim_set_hl(0, name, group)
    end
  end
end

return M
