-- The model that was chosen in the picker or by `:Quoin model PATH`, kept for the next start. It counts
-- where `setup` names none.

local M = {}

---@return string
local function file()
  return vim.fs.joinpath(vim.fn.stdpath('data') --[[@as string]], 'quoin', 'model.json')
end

--- The settings that choose the model, nil where none was chosen or the file cannot be read.
---@return table?
function M.read()
  if vim.fn.filereadable(file()) == 0 then
    return nil
  end
  local decoded, kept = pcall(vim.json.decode, table.concat(vim.fn.readfile(file()), '\n'))
  local path, url = decoded and vim.tbl_get(kept, 'path'), decoded and vim.tbl_get(kept, 'url')
  if type(path) ~= 'string' or type(url) ~= 'string' then
    return nil
  end
  return { model = { path = path }, remote = { url = url } }
end

--- Keep a choice; two empty texts stand for the starter model.
---@param path string
---@param url string
function M.write(path, url)
  vim.fn.mkdir(vim.fs.dirname(file()), 'p')
  vim.fn.writefile({ vim.json.encode({ path = path, url = url }) }, file())
end

return M
