// `npm run check`: static checks. Arguments select steps by name.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const tool = (name) => realpathSync(new URL(`../node_modules/.bin/${name}`, import.meta.url))
const script = (name) => fileURLToPath(new URL(name, import.meta.url))

// Each checker repeats the work on shared types, above all those of the engine, and the other steps run at the same
// time.
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 4)))

const steps = {
  types: [tool('tsc'), '-b', '--pretty', '--checkers', checkers],
  lint: [tool('oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives-severity=error'],
  format: [tool('biome'), 'format', '--colors=off'],
  imports: [script('check-imports.mjs')],
  words: [script('check-words.mjs')],
  unused: [tool('knip'), '--no-progress', '--no-config-hints'],
  publish: [script('check-publication.mjs')],
  surface: [script('surface.mjs'), '--check'],
  compilers: [tool('vitest'), 'run', '--config', 'tests/compilers.config.ts'],
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)
  process.exit(2)
}

const names = chosen.length > 0 ? chosen : Object.keys(steps)
const failures = (await Promise.all(names.map(run))).filter((passed) => !passed)
process.exit(failures.length === 0 ? 0 : 1)

/** Prints the result of a step in one line, and its output only if it failed. */
async function run(name) {
  const started = performance.now()
  const child = spawn(process.execPath, steps[name], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.on('close', resolve))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(9)} ${seconds} s`)
  if (code !== 0) console.log(`\n${output.trimEnd()}\n`)
  return code === 0
}
