-- The command, and what happens as a buffer gets the server. Read when Neovim starts; the modules are
-- not loaded before they are needed.

if vim.g.loaded_quoin then
  return
end
vim.g.loaded_quoin = true

vim.api.nvim_create_user_command('Quoin', function(call)
  local problem = require('quoin.version').problem()
  if problem then
    return vim.notify('quoin: ' .. problem, vim.log.levels.ERROR)
  end
  require('quoin.command').run(call.fargs)
end, {
  nargs = '+',
  bar = true,
  desc = 'quoin: completions that fit',
  complete = function(word, line)
    return require('quoin.version').problem() and {} or require('quoin.command').complete(word, line)
  end,
})

vim.api.nvim_create_user_command('QuoinInstall', function(call)
  local problem = require('quoin.version').problem()
  if problem then
    return vim.notify('quoin: ' .. problem, vim.log.levels.ERROR)
  end
  require('quoin.install').run(call.args ~= '' and call.args or nil)
end, {
  nargs = '?',
  complete = 'dir',
  desc = 'quoin: install the server into an environment of its own',
})

local group = vim.api.nvim_create_augroup('quoin', {})

---@param event string
---@param callback fun(event: table, client: vim.lsp.Client)
local function for_quoin(event, callback)
  vim.api.nvim_create_autocmd(event, {
    group = group,
    callback = function(details)
      local client = vim.lsp.get_client_by_id(details.data.client_id)
      if client and client.name == 'quoin' then
        callback(details, client)
      end
    end,
  })
end

for_quoin('LspAttach', function(details, client)
  require('quoin.hint').colour()
  require('quoin.config').catch_up(client)
  require('quoin.switch').apply(details.buf)
end)

vim.api.nvim_create_autocmd('ColorScheme', {
  group = group,
  callback = function()
    if #vim.lsp.get_clients({ name = 'quoin' }) > 0 then
      require('quoin.hint').colour()
    end
  end,
})

for_quoin('LspProgress', function(details)
  require('quoin.status').progress(details.data.client_id, details.data.params.value)
end)
