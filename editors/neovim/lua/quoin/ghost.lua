-- The ghost text of a buffer. Neovim asks for it and draws it; here is what its functions have no way
-- for: following what is typed, hiding where the popup menu has an entry selected, and waiting no longer than it takes. It is
-- done to the object in which Neovim keeps a buffer's completions, which is internal to Neovim: so nothing
-- is done where it is not as expected, and `M.usable()` says whether it is.

local config = require('quoin.config')
local server = require('quoin.server')

local M = {}

local METHODS = { 'abort', 'accept', 'automatic_request', 'handler', 'hide', 'request', 'select', 'show' }
local AUTOMATIC = vim.lsp.protocol.InlineCompletionTriggerKind.Automatic

---@return table? class what all the objects have in common
local function class()
  pcall(require, 'vim.lsp.inline_completion') -- which Neovim itself loads late
  local found, capability = pcall(require, 'vim.lsp._capability')
  local kind = found and capability.all and capability.all.inline_completion
  for _, method in ipairs(METHODS) do
    if not (kind and kind.active and kind[method]) then
      return nil
    end
  end
  return kind
end

--- Whether this Neovim is one that the functions of this file work with.
---@return boolean
function M.usable()
  return class() ~= nil
end

--- Whether the popup menu has an entry selected: the text is another then, and the ghost text not for it. A menu
--- that only offers, as that of the option 'autocomplete' does after nearly each key, stands below the line.
---@return boolean
function M.covered()
  return vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'selected' }).selected ~= -1
end

--- The client if it is quoin's; what other servers offer is left to Neovim.
---@param client_id integer
---@return vim.lsp.Client?
function M.ours(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  return client and client.name == server.NAME and client or nil
end

--- What of an item is still to be written at the cursor, or nil if something else was written than what
--- it holds. The item itself if the cursor is where it was asked for.
---@param item lsp.InlineCompletionItem
---@param bufnr integer
---@param encoding string
---@return lsp.InlineCompletionItem?
local function rest(item, bufnr, encoding)
  local start, text = item.range.start, item.insertText
  local at = vim.lsp.util.make_position_params(0, encoding).position
  if vim.deep_equal(start, at) then
    return item
  end
  local line = vim.api.nvim_buf_get_lines(bufnr, start.line, start.line + 1, false)[1]
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  local begin = line and vim.str_byteindex(line, encoding, start.character, false)
  if not begin or start.line > row - 1 or (start.line == row - 1 and begin > column) then
    return nil
  end
  local written = table.concat(vim.api.nvim_buf_get_text(bufnr, start.line, begin, row - 1, column, {}), '\n')
  if not vim.startswith(text, written) or not text:find('%S', #written + 1) then
    return nil -- also where blanks are left, which nobody could see
  end
  local changes = { insertText = text:sub(#written + 1), range = { start = at, ['end'] = at } }
  return vim.tbl_extend('force', item, changes)
end

--- Bring the items in line with the cursor; gives the number among those that are left of the one to show,
--- which is the one that was, if it is left; nil if none is; and whether there was something to do.
---@return integer?, boolean
local function follow(completor)
  local before, after, shown, moved = 0, 0, nil, false
  local ids = vim.tbl_keys(completor.client_state)
  table.sort(ids)
  for _, id in ipairs(ids) do
    local client, kept = M.ours(id), {}
    for _, item in ipairs(completor.client_state[id].items or {}) do
      before = before + 1
      local left = item ---@type lsp.InlineCompletionItem?
      if client then
        left = rest(item, completor.bufnr, client.offset_encoding)
      end
      if left then
        after = after + 1
        table.insert(kept, left)
        shown = before == completor.current._index and after or shown
      end
      moved = moved or left ~= item
    end
    completor.client_state[id].items = kept
  end
  return shown or (after > 0 and 1 or nil), moved
end

--- Whether the servers asked wait by themselves for the typing to pause, so that Neovim need not.
---@return boolean
local function servers_wait(completor)
  for id in pairs(completor.client_state) do
    local client = M.ours(id)
    if not (client and server.knows(client, 'quoin.accepted')) then
      return false
    end
  end
  return true
end

---@param kind table
---@param completor table
local function extend(kind, completor)
  completor.show = function(self, hint)
    if M.covered() then
      self.current = nil
    elseif self.current and vim.api.nvim_get_current_buf() == self.bufnr then
      local shown, moved = follow(self)
      if shown and moved then
        return self:select(shown, hint ~= nil)
      end
      self.current = shown and self.current
    end
    kind.show(self, hint)
  end

  completor.automatic_request = function(self)
    if config.trigger == 'manual' or M.covered() then
      self:show()
    elseif servers_wait(self) then
      self:show()
      self:request(AUTOMATIC)
    else
      kind.automatic_request(self)
    end
  end

  completor.handler = function(self, problem, result, context)
    if not M.ours(context.client_id) then
      return kind.handler(self, problem, result, context)
    end
    local items = result and (result.items or result) or {}
    for _, item in ipairs(items) do
      item.insertText = item.insertText:gsub('\r\n', '\n') -- the lines of a buffer never hold their ends
    end
    -- The answer to a request that a newer one has replaced is empty, and says nothing of what is shown.
    local late = context.version and context.version ~= vim.lsp.util.buf_versions[self.bufnr]
    if not (late and #items == 0) then
      kind.handler(self, problem, items, context)
    end
  end

  vim.api.nvim_create_autocmd('CompleteChanged', {
    group = completor.augroup,
    buffer = completor.bufnr,
    callback = function()
      if M.covered() then
        completor:abort()
      end
    end,
  })
  vim.api.nvim_create_autocmd('CompleteDone', {
    group = completor.augroup,
    buffer = completor.bufnr,
    callback = vim.schedule_wrap(function()
      if kind.active[completor.bufnr] == completor and vim.startswith(vim.api.nvim_get_mode().mode, 'i') then
        completor:automatic_request()
      end
    end),
  })
end

--- The completions of a buffer, nil where there can be none.
---@param bufnr? integer
---@return table? completor
function M.watch(bufnr)
  local kind = class()
  local completor = kind and kind.active[vim._resolve_bufnr(bufnr)]
  if kind and completor and completor.show == kind.show then
    extend(kind, completor)
  end
  return completor
end

--- The same, brought in line with the cursor; nil where nothing is shown.
---@return table? completor
function M.shown()
  local completor = M.watch()
  if completor and completor.current then
    completor:show()
    return completor.current and completor
  end
end

return M
