--- @brief
---
--- https://github.com/OWNER/quoin
---
--- Inline completions that fit: with the suggestion accepted, the whole file still parses. The model is a file on
--- the machine; a small one for Python comes with the server.
---
--- Ghost text is drawn by Neovim's own client, from 0.12 on:
---
--- ```lua
--- vim.lsp.enable('quoin')
--- vim.lsp.inline_completion.enable()
--- vim.keymap.set('i', '<Tab>', function()
---   return vim.lsp.inline_completion.get() and '' or '<Tab>'
--- end, { expr = true })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'quoin', 'serve' },
  filetypes = {
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
  },
  init_options = { trusted = true },
}
