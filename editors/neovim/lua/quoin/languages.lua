-- Languages beside those that come with quoin: their folders say for which files they are.

local M = {}

local PACKAGED = {
  'bash',
  'bzl',
  'c',
  'clojure',
  'coffeescript',
  'commonlisp',
  'cpp',
  'crystal',
  'cs',
  'csharp',
  'css',
  'cuda',
  'cuda-cpp',
  'dart',
  'elisp',
  'elixir',
  'elm',
  'emacs-lisp',
  'fennel',
  'gdscript',
  'glsl',
  'go',
  'graphql',
  'groovy',
  'haskell',
  'hcl',
  'hlsl',
  'html',
  'idris',
  'janet',
  'java',
  'javascript',
  'javascriptreact',
  'json',
  'jsonc',
  'julia',
  'kotlin',
  'lisp',
  'lua',
  'nim',
  'objc',
  'objcpp',
  'objective-c',
  'objective-cpp',
  'php',
  'proto',
  'proto3',
  'purescript',
  'python',
  'r',
  'racket',
  'ruby',
  'rust',
  'scala',
  'scheme',
  'sh',
  'shellscript',
  'solidity',
  'sql',
  'starlark',
  'swift',
  'terraform',
  'toml',
  'typescript',
  'typescriptreact',
  'vala',
  'yaml',
  'zig',
}

---@param value any
---@return string[]
local function texts(value)
  return vim.tbl_filter(function(item)
    return type(item) == 'string'
  end, type(value) == 'table' and value or {})
end

--- The identifiers and file patterns in a language's folder; none where it cannot be read, as the server says.
---@param folder string
---@return string[] ids
---@return string[] patterns
local function read(folder)
  local manifest = {}
  pcall(function()
    local lines = vim.fn.readfile(vim.fs.joinpath(vim.fs.normalize(folder), 'language.json'))
    manifest = vim.json.decode(table.concat(lines, '\n'))
  end)
  if type(manifest) ~= 'table' then
    return {}, {}
  end
  return texts(manifest.lsp_ids), texts(manifest.file_patterns)
end

--- The kinds of files that are completed, with further languages from these folders. Files that Neovim does
--- not know get their kind by the patterns.
---@param folders string[]
---@return string[] filetypes
function M.filetypes(folders)
  local found = vim.list_slice(PACKAGED)
  for _, folder in ipairs(texts(folders)) do
    local ids, patterns = read(folder)
    vim.list_extend(found, ids)
    for _, pattern in ipairs(ids[1] and patterns or {}) do
      local kind = { ids[1], { priority = -1 } }
      vim.filetype.add({ pattern = { [vim.pesc(pattern):gsub('%%%*', '.*'):gsub('%%%?', '.')] = kind } })
    end
  end
  return found
end

return M
