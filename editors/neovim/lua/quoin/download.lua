-- Downloading a known model that the user has seen by address, size and licence and wants.

local server = require('quoin.server')
local survey = require('quoin.survey')

local M = {}

---@type { client: vim.lsp.Client, id: integer, token: string, title: string, autocmd: integer }?
local running

--- Show how far the download is, where Neovim shows the progress of other work.
---@param text string
---@param how 'running'|'success'|'failed'|'cancel'
---@param percent integer
local function show(text, how, percent)
  pcall(vim.api.nvim_echo, { { text } }, false, {
    kind = 'progress',
    id = 'quoin.download',
    title = running and running.title,
    status = how,
    percent = percent,
  })
end

---@param event table
local function follow(event)
  local params = event.data.params
  if running and params.token == running.token and params.value.kind == 'report' then
    show(params.value.message, 'running', params.value.percentage)
  end
end

---@param how 'success'|'failed'|'cancel'
local function stop(how)
  if running then
    show(how == 'success' and 'done' or 'stopped', how, 100)
    vim.api.nvim_del_autocmd(running.autocmd)
    running = nil
  end
end

---@param model table
---@param sha256? string
---@param done fun(path: string)
local function run(model, sha256, done)
  local client = server.clients()[1]
  if not client then
    return server.complain('the server is not running')
  end
  local token = ('quoin-download-%d'):format(vim.uv.hrtime())
  local wish = { name = model.name, address = model.address, sha256 = sha256, token = token }
  local params = { command = 'quoin.getModel', arguments = { wish } }
  local sent, id = client:request('workspace/executeCommand', params, function(problem, outcome)
    local path = outcome and outcome.path ~= vim.NIL and outcome.path
    stop(path and 'success' or 'failed')
    if path then
      server.say(('%s is downloaded and used from now on'):format(model.title))
      return done(path)
    end
    local reason = problem and problem.message or outcome.problem
    server.complain(('the model was not downloaded: %s'):format(reason))
  end)
  if sent and id then
    local autocmd = vim.api.nvim_create_autocmd('LspProgress', { callback = follow })
    local title = 'quoin: ' .. model.title
    running = { client = client, id = id, token = token, title = title, autocmd = autocmd }
    server.say(('downloading %s; `:Quoin model cancel` stops it'):format(model.title))
  end
end

--- Ask whether a model is to be downloaded, and for its digest where none is known; then download it.
---@param model table
---@param all table the survey
---@param done fun(path: string)
function M.offer(model, all, done)
  if running then
    return server.complain('a model is being downloaded; `:Quoin model cancel` stops it')
  end
  local function ask(sha256)
    if vim.fn.confirm(survey.confirmation(model, all), '&Download\n&Cancel', 2, 'Question') == 1 then
      run(model, sha256, done)
    end
  end
  if model.sha256 ~= vim.NIL then
    return ask()
  end
  local prompt = ('No digest of %s is known. SHA256 as %s shows it: '):format(model.title, model.page)
  vim.ui.input({ prompt = prompt }, function(digest)
    if digest and vim.trim(digest) ~= '' then
      ask(digest)
    end
  end)
end

--- Stop the download; what has come is kept.
function M.cancel()
  if not running then
    return server.say('nothing is being downloaded')
  end
  -- Neovim gives no answer to a request that it has cancelled.
  running.client:cancel_request(running.id)
  stop('cancel')
  server.say('the download is stopped; what has come is kept')
end

return M
