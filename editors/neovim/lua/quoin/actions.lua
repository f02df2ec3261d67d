-- What a key does with the completion that is shown.

local ghost = require('quoin.ghost')
local parts = require('quoin.parts')
local server = require('quoin.server')

local M = {}

--- Write at the cursor. As a paste it is a part of what is being inserted: `.` repeats it, and nothing is
--- indented, wrapped or mapped.
---@param text string
local function insert(text)
  vim.api.nvim_paste(text, false, -1)
end

--- Open a line in the empty block with which an accepted item ends, where the server names the lines that are
--- below it. As the key does it, the line is indented as the user has it, and the next completion comes.
---@param item table
local function go_on(item)
  local below = vim.tbl_get(item, 'command', 'arguments', 3)
  local row = type(below) == 'number' and vim.api.nvim_win_get_cursor(0)[1] - below
  local line = row and vim.api.nvim_buf_get_lines(0, row - 1, row, false)[1]
  if line then
    vim.api.nvim_win_set_cursor(0, { row, #line })
    vim.api.nvim_feedkeys('\r', 'ni', false)
  end
end

--- Write an item in place of its range. What of it stands before the cursor already stays, so that `.` has it as
--- it was typed; the rest is inserted.
---@param completor table
---@param item table
local function accept(completor, item)
  local text = item.insert_text
  if type(text) ~= 'string' or not item.range then
    return completor:accept(item)
  end
  local row, column, end_row, end_column = item.range:to_extmark()
  local line, byte = unpack(vim.api.nvim_win_get_cursor(0))
  local inside = line - 1 == row and byte >= column and (end_row > row or byte <= end_column)
  local written = inside and vim.api.nvim_get_current_line():sub(column + 1, byte)
  if not (written and vim.startswith(text, written)) then
    return completor:accept(item)
  end
  if end_row > row or end_column > byte then
    vim.api.nvim_buf_set_text(0, row, byte, end_row, end_column, {})
  end
  insert(text:sub(#written + 1))
  local client = item.command and vim.lsp.get_client_by_id(item.client_id)
  if client then
    client:exec_cmd(item.command, { bufnr = completor.bufnr })
  end
end

--- Tell the server what became of an item, where it wants to know.
---@param item lsp.InlineCompletionItem
---@param client_id integer
---@param command string
---@param ... any what follows the item's id among the command's arguments
local function tell(item, client_id, command, ...)
  local client, id = ghost.ours(client_id), vim.tbl_get(item, 'command', 'arguments', 1)
  if client and id and server.knows(client, command) then
    client:request('workspace/executeCommand', { command = command, arguments = { id, ... } })
  end
end

--- What can be accepted, in whole or in part; nil if there is nothing.
---@param kind? 'word'|'line'
---@return table? completor
local function acceptable(kind)
  local completor = ghost.shown()
  return completor and (not kind or ghost.ours(completor.current.client_id)) and completor or nil
end

--- Accept what is shown, or a part of it; what is left of it stays shown. The text changes at once, so that what
--- is typed next comes behind it, however soon.
---@param kind? 'word'|'line' all of it if absent
---@return boolean shown false if there is nothing to accept
function M.accept(kind)
  if not ghost.usable() then
    return not kind and vim.lsp.inline_completion.get()
  end
  local completor = acceptable(kind)
  if not completor then
    return false
  end
  vim.bo.undolevels = vim.bo.undolevels -- `u` takes back what is accepted, and no more
  local item = completor.current
  local text = kind and parts[kind](item.insert_text)
  if not text or text == item.insert_text then
    completor:abort()
    accept(completor, item)
    go_on(item)
  else
    tell(item, item.client_id, 'quoin.accepted', kind, vim.str_utfindex(text, 'utf-32'))
    insert(text)
    completor:show()
  end
  return true
end

--- Accept before the next key that has been typed, since no text may change while a mapping's expression is
--- evaluated.
---@param kind? 'word'|'line'
---@return boolean shown false if there is nothing to accept
function M.accept_next(kind)
  if not ghost.usable() then
    return M.accept(kind)
  end
  local shown = acceptable(kind) ~= nil
  if shown then
    local argument = kind and ("'%s'"):format(kind) or ''
    local keys = ("<Cmd>lua require('quoin.actions').accept(%s)<CR>"):format(argument)
    vim.api.nvim_feedkeys(vim.keycode(keys), 'ni', false)
  end
  return shown
end

--- Show another of the completions.
---@param count integer how many further; negative to go back
---@return boolean shown
function M.cycle(count)
  if ghost.usable() and not ghost.shown() then
    return false
  end
  vim.lsp.inline_completion.select({ count = count })
  return true
end

--- Take the completion away. What is typed next gets another, unless it is what the completion has there.
---@return boolean shown
function M.dismiss()
  local completor = ghost.shown()
  if completor then
    tell(completor.current, completor.current.client_id, 'quoin.dismissed')
    completor:abort()
  end
  return completor ~= nil
end

--- Ask for a completion now.
---@return boolean asked false where completions are off
function M.request()
  local completor = ghost.watch()
  if not completor then
    return false
  end
  completor:abort()
  completor:request(vim.lsp.protocol.InlineCompletionTriggerKind.Invoked)
  return true
end

return M
