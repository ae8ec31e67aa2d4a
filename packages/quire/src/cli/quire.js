#!/usr/bin/env node
// The `quire` command. Plain JavaScript that loads nothing by itself, so that a Node which cannot load the rest (in this repository
// that is TypeScript) still gets far enough to say so.
import module from 'node:module'

const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(`quire needs Node.js ${OLDEST_NODE} or later, and this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  // The second start need not compile everything again: half the time.
  module.enableCompileCache()
  await import('./main.ts')
}
