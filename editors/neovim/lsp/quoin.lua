-- How Neovim starts the server; `vim.lsp.enable('quoin')` reads this file. No root markers: one server,
-- with one model in memory, serves all projects. What is done with a buffer is in `plugin/quoin.lua`, so
-- that an `on_attach` of the user's own replaces none of it.

---@type vim.lsp.Config
return {
  cmd = { 'quoin', 'serve' },
  filetypes = require('quoin.languages').filetypes({}),
  init_options = { trusted = true, status = true },
  handlers = {
    ['quoin/status'] = function(_, params, context)
      require('quoin.status').take(context.client_id, params)
    end,
  },
}
