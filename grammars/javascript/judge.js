// Says of each text what the parser of TypeScript says: see "Programs" in grammars/README.md. The package `typescript`
// (5.9) is one that the environment variable NODE_PATH leads to. The argument is a name that says which dialect it is, such
// as `text.ts`.
'use strict'

const readline = require('node:readline')
const ts = parser()

const name = process.argv[2] ?? 'text.js'
const options = { allowJs: true, noResolve: true, noLib: true, target: ts.ScriptTarget.ESNext }

function parser() {
  try {
    return require('typescript')
  } catch (error) {
    console.error(`${error.code}: there is no package typescript`)
    process.exit(1)
  }
}

// The program, and not the parser, refuses what only TypeScript has.
function refusal(text) {
  if (!text.isWellFormed()) return 'not UTF-8'
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, false)
  const host = {
    getSourceFile: (file) => (file === name ? source : undefined),
    getDefaultLibFileName: () => '',
    writeFile() {},
    getCurrentDirectory: () => '',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => file === name,
    readFile: () => undefined,
  }
  const first = ts.createProgram([name], options, host).getSyntacticDiagnostics(source)[0]
  if (first === undefined) return null
  // ECMAScript takes what this message refuses.
  if (first.code === 18030) return 'gave up: a private name in an optional chain'
  if (reads(source, false, true)) return 'gave up: `yield` or `await` is a name here'
  const { line, character } = source.getLineAndCharacterOfPosition(first.start)
  return `${line + 1}:${character + 1}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`
}

// Returns whether a text has the words as names, or outside of the functions in which they are none.
function reads(node, isGenerator, isAsync) {
  if (ts.isFunctionLike(node)) {
    isGenerator = node.asteriskToken !== undefined
    isAsync = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false
  }
  if (ts.isIdentifier(node)) return node.text === 'yield' || node.text === 'await'
  if (ts.isYieldExpression(node) && !isGenerator) return true
  if (ts.isAwaitExpression(node) && !isAsync) return true
  return ts.forEachChild(node, (child) => reads(child, isGenerator, isAsync) || undefined) ?? false
}

// The parser itself fails on a few texts, such as `async () => { a@b await c }`.
function answer(text) {
  try {
    return refusal(text)
  } catch {
    return 'gave up: the parser fails'
  }
}

console.log(JSON.stringify(`TypeScript ${ts.version}`))
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  console.log(JSON.stringify(answer(JSON.parse(line))))
})
