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
    'c',
    'css',
    'go',
    'java',
    'javascript',
    'json',
    'jsonc',
    'lua',
    'python',
    'rust',
    'solidity',
    'sql',
    'toml',
    'zig',
  },
  init_options = { trusted = true },
}
