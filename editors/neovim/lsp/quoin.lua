-- How Neovim starts the server; `vim.lsp.enable('quoin')` reads this file. No root markers: one server,
-- with one model in memory, serves all projects.

---@type vim.lsp.Config
return {
  cmd = { 'quoin', 'serve' },
  filetypes = { 'python' },
  init_options = { trusted = true },
  on_attach = function(_, bufnr)
    vim.lsp.inline_completion.enable(true, { bufnr = bufnr })
  end,
}
