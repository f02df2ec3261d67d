-- The models that can be had, in words: a line for each in the picker.

local M = {}

---@class quoin.Row
---@field text string
---@field kind 'use'|'server'|'download'|'servers'|'file'
---@field path? string
---@field url? string
---@field model? table

---@param bytes integer
---@return string
function M.size(bytes)
  return bytes < 1e9 and ('%.0f MB'):format(bytes / 1e6) or ('%.1f GB'):format(bytes / 1e9)
end

---@param tokens number
---@return string
local function speed(tokens)
  return ('about %s %s a second'):format(tokens, tokens == 1 and 'token' or 'tokens')
end

-- The values of a model that may not be certain, for the user.
local WORDS = { bytes = 'size', sha256 = 'digest' }

--- What of a known model is not certain, empty if all is.
---@param model table
---@return string
function M.doubt(model)
  if model.sha256 == vim.NIL then
    return 'no digest is known'
  end
  local words = vim.tbl_map(function(name)
    return WORDS[name] or name
  end, model.unverified)
  return #words > 0 and ('known from one source alone: %s'):format(table.concat(words, ', ')) or ''
end

---@param model table
---@return quoin.Row
local function known(model)
  local parts = { M.size(model.sizeBytes) }
  if model.path ~= vim.NIL then
    vim.list_extend(parts, { speed(model.tokensPerSecond), 'downloaded' })
    return {
      text = ('%s: %s'):format(model.title, table.concat(parts, ', ')),
      kind = 'use',
      path = model.path,
    }
  end
  vim.list_extend(parts, { model.licence, speed(model.tokensPerSecond) })
  table.insert(parts, ('needs %s of memory'):format(M.size(model.memoryBytes)))
  if model.partialBytes > 0 then
    table.insert(parts, M.size(model.partialBytes) .. ' have come')
  end
  if M.doubt(model) ~= '' then
    table.insert(parts, M.doubt(model))
  end
  return {
    text = ('Download %s: %s'):format(model.title, table.concat(parts, ', ')),
    kind = 'download',
    model = model,
  }
end

--- The rows of the picker: the starter model, what is here, what can be downloaded, and others. Files that
--- cannot be used are left out; `:Quoin model PATH` says why a file cannot.
---@param survey table what the server's command `quoin.models` gives
---@return quoin.Row[]
function M.rows(survey)
  local starter = 'The starter model that comes with quoin: small, for common languages'
  local rows = { { text = starter, kind = 'use', path = '' } }
  for _, model in ipairs(survey.found) do
    if model.fim then
      local text = '%s: %s, %s, from %s'
      text = text:format(model.name, M.size(model.sizeBytes), speed(model.tokensPerSecond), model.store)
      table.insert(rows, { text = text, kind = 'use', path = model.path })
    end
  end
  for _, server in ipairs(survey.servers ~= vim.NIL and survey.servers or {}) do
    if server.usable then
      local text = ('Server %s at %s: %s'):format(
        server.program,
        server.address,
        table.concat(server.models, ', ')
      )
      table.insert(rows, { text = text, kind = 'server', url = server.address })
    end
  end
  for _, is_here in ipairs({ true, false }) do
    for _, model in ipairs(survey.known) do
      if (model.path ~= vim.NIL) == is_here then
        table.insert(rows, known(model))
      end
    end
  end
  table.insert(rows, { text = 'A file on this machine…', kind = 'file' })
  if survey.servers == vim.NIL then
    local ports = 'ports 8012, 8080, 11434 and 1234 of 127.0.0.1'
    table.insert(
      rows,
      { text = ('Look for servers on this machine (%s)…'):format(ports), kind = 'servers' }
    )
  end
  return rows
end

--- What the user is asked before a download.
---@param model table
---@param survey table
---@return string
function M.confirmation(model, survey)
  local lines = {
    ('Download %s?'):format(model.title),
    '',
    'Address: ' .. model.address,
    'Size: ' .. M.size(model.sizeBytes),
    ('Licence: %s (%s)'):format(model.licence, model.licenceAddress),
  }
  for _, more in ipairs({ model.licenceNote, M.doubt(model) }) do
    if more ~= '' then
      table.insert(lines, more)
    end
  end
  local folder = 'It goes to %s, where %s are free, and is checked by its digest.'
  table.insert(lines, folder:format(survey.folder, M.size(survey.freeBytes)))
  return table.concat(lines, '\n')
end

return M
