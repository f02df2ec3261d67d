// Says of each text what acorn says: null if it takes the text as a module or as a script, else why it is no module.
// See "Programs" in grammars/README.md.
'use strict'

const readline = require('node:readline')
const acorn = require('acorn')

function refusal(text, sourceType) {
  if (!text.isWellFormed()) return '1:0: not UTF-8'
  try {
    acorn.parse(text, { ecmaVersion: 'latest', sourceType, allowHashBang: true })
    return null
  } catch (error) {
    return `${error.loc?.line}:${error.loc?.column}: ${error.message}`
  }
}

console.log(JSON.stringify(`acorn ${acorn.version}`))
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const text = JSON.parse(line)
  console.log(JSON.stringify(refusal(text, 'script') && refusal(text, 'module')))
})
