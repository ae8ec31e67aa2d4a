#!/usr/bin/env node
// The `quire` command. Plain JavaScript that loads nothing of Quire by itself, so that a Node which cannot load the rest (in this
// repository that is TypeScript) still gets far enough to find a newer one, or to say so.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'

const OLDEST_NODE = 24

/** Set for the newer Node, which must not look for another one. */
const FOUND = 'QUIRE_FOUND_NODE'

if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  silenceKnownWarnings()
  // The second start need not compile everything again: half the time.
  module.enableCompileCache()
  await import('./main.ts')
} else {
  const newer = process.env[FOUND] === undefined ? findNewerNode() : undefined
  if (newer === undefined) {
    process.stderr.write(
      `quire needs Node.js ${OLDEST_NODE} or later, and this is ${process.versions.node}. Install a newer one, or add one to your application: npm install --save-prod node@${OLDEST_NODE}\n`,
    )
    process.exitCode = 1
  } else runOn(newer)
}

/** An application may bring its own Node along (the package `node`). It stands beside the command: `node_modules/node`. */
function findNewerNode() {
  // As it was called: `.bin/quire` is a link, and may lead far away.
  const [, packages] = /^(.*[\\/]node_modules)[\\/]/.exec(process.argv[1] ?? '') ?? []
  if (packages === undefined) return undefined
  const found = join(packages, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(found) ? found : undefined
}

/**
 * Signals go on to it, and it says how all of this ends.
 *
 * @param {string} node
 */
function runOn(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [FOUND]: node },
  })
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => {
    process.stderr.write(
      `quire needs Node.js ${OLDEST_NODE} or later, and ${node} cannot be started: ${error.message}\n`,
    )
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}

/**
 * Hides warnings about experimental features of Node that Quire uses and tests: users can't act on them. All other
 * warnings stay.
 */
function silenceKnownWarnings() {
  const printers = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name === 'ExperimentalWarning' && /^(SQLite|Type Stripping) /.test(warning.message)) return
    for (const print of printers) print.call(process, warning)
  })
}
