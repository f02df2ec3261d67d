-- What the server is doing, in a few words for the statusline.

local server = require('quoin.server')

local M = {}

---@class quoin.Status
---@field state 'loading'|'ready'|'thinking'|'off'|'error'
---@field progress? number while loading: 0 to 1
---@field message? string with an error, and while a language is made ready
---@field model? { name: string, path: string, sizeBytes: integer }
---@field guarantee? 'file'|'region'|'none' what the last completion promises
---@field reason? string why the last request got nothing
---@field remarks? string[] what the last completion does with names
---@field promise? string what is promised in the last request's document
---@field part? string the language of the part of the document that the last request was in, if another one
---@field document? string the last request's document, which the five before are about
---@field by_progress? boolean put together from progress, as opposed to said by the server

---@type table<integer, quoin.Status> by the client's number
local last = {}

--- Draw the statuslines anew; scripts are told by the event `User QuoinStatus`.
function M.changed()
  vim.schedule(function()
    vim.api.nvim_exec_autocmds('User', { pattern = 'QuoinStatus', modeline = false })
    vim.cmd.redrawstatus({ bang = true })
  end)
end

--- Take what the server says of itself.
---@param client_id integer
---@param status quoin.Status
function M.take(client_id, status)
  last[client_id] = {}
  for name, value in pairs(status) do
    last[client_id][name] = value ~= vim.NIL and value or nil
  end
  M.changed()
end

--- Take the progress of loading a model, which servers that say nothing of themselves report.
---@param client_id integer
---@param value { kind: string, percentage?: integer }
function M.progress(client_id, value)
  local known = last[client_id]
  if known and not known.by_progress then
    return
  end
  local share = (value.percentage or 0) / 100
  local state = value.kind == 'end' and 'ready' or 'loading'
  if not known or known.state ~= state or known.progress ~= share then
    M.take(client_id, { state = state, progress = share, by_progress = true })
  end
end

--- The last that is known, nil where there is no server. What is said of a request in another buffer is
--- left out.
---@param bufnr? integer
---@return quoin.Status?
function M.get(bufnr)
  local client = server.clients(bufnr)[1]
  local status = client and (last[client.id] or { state = 'loading' })
  if not status or not status.document then
    return status
  end
  if status.document == vim.uri_from_bufnr(vim._resolve_bufnr(bufnr)) then
    return status
  end
  local rest = vim.tbl_extend('force', {}, status)
  rest.guarantee, rest.reason, rest.remarks, rest.promise, rest.part = nil, nil, nil, nil, nil
  return rest
end

--- The buffer of the last request, nil before the first, and where that buffer is gone.
---@return integer?
function M.asked_in()
  local client = server.clients()[1]
  local document = client and (last[client.id] or {}).document
  local bufnr = document and vim.uri_to_bufnr(document)
  return bufnr and client.attached_buffers[bufnr] and bufnr or nil
end

--- Why there was nothing, in a sentence.
---@param bufnr? integer
---@return string
function M.why(bufnr)
  local status = M.get(bufnr)
  if not status then
    return 'the server is not running here'
  elseif status.state == 'error' then
    return ('no suggestion, because %s'):format(status.message or 'no model could be loaded')
  elseif not require('quoin.switch').is_on(vim._resolve_bufnr(bufnr)) then
    return 'no suggestion, because completions are switched off here (:Quoin toggle)'
  elseif status.reason then
    return ('no suggestion, because %s'):format(status.reason)
  end
  if not status.guarantee then
    return 'nothing was asked for here yet'
  end
  local told = { 'the last request was answered with a suggestion' }
  for _, remark in ipairs(status.remarks or {}) do
    table.insert(told, 'it ' .. remark)
  end
  return table.concat(told, '; ')
end

-- Of a part in another language, the file's promise is that of the part.
---@param status quoin.Status
---@return string
local function guarantees(status)
  if status.part and status.guarantee == 'file' then
    return status.part
  end
  return status.part and ('%s, %s'):format(status.part, status.guarantee) or status.guarantee
end

---@type table<string, fun(status: quoin.Status): string>
local texts = {
  loading = function(status)
    if status.message then
      return ' ' .. status.message
    end
    return (' %d%%'):format(math.floor((status.progress or 0) * 100))
  end,
  thinking = function()
    return ' …'
  end,
  off = function()
    return ' off'
  end,
  error = function()
    return ' error'
  end,
  ready = function(status)
    if status.reason then
      return ' –'
    end
    return status.guarantee and (' (%s)'):format(guarantees(status)) or ''
  end,
}

--- A few words for the statusline of a buffer, none where it has no server: `quoin 40%` while the model
--- loads, `quoin …` while it writes, `quoin (file)` with what the last completion promises,
--- `quoin –` where the last request got none (`:Quoin why`).
---@param bufnr? integer the current one if absent
---@return string
function M.text(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local status = M.get(bufnr)
  if not status then
    return ''
  end
  local text = require('quoin.switch').is_on(bufnr) and (texts[status.state] or texts.ready) or texts.off
  return server.NAME .. text(status)
end

return M
