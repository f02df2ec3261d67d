-- The parts of a completion that are accepted by themselves.

local M = {}

-- Bytes from 128 on belong to characters outside ASCII, which count as letters: none is ever split.
local LETTERS = '[%w_\128-\255]+'
local SIGNS = '[^%w_%s\128-\255]+'

--- The first word: letters or signs, with the blanks and line ends before them.
---@param text string
---@return string
function M.word(text)
  return text:match('^%s*' .. LETTERS) or text:match('^%s*' .. SIGNS) or text
end

--- The rest of the line, or where the line is at its end, the next one.
---@param text string
---@return string
function M.line(text)
  return text:match('^\n?[^\n]*')
end

return M
