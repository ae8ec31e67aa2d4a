// Measures how long the compiler takes for an application of 100 collections with 20 fields each, with calls, rules and
// hooks that use them:
//
//   node scripts/run.mjs node bench/src/type-checking.ts [COLLECTIONS] [FIELDS]
//
// Prints the time beyond that of a program that only imports Quire.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { largeApplication } from './large-application.ts'

const [collections = 100, fields = 20] = process.argv.slice(2).map(Number)
const folder = fileURLToPath(new URL('../dist/type-checking/', import.meta.url))
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

const options = {
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    lib: ['ESNext'],
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
}

const baseline = timeOf(
  'nothing',
  `import { defineConfig } from 'quirecms'\nexport default defineConfig({ collections: {} })\n`,
)
const whole = timeOf('application', largeApplication(collections, fields))
console.log(
  `${collections} collections of ${fields} fields: ${(whole - baseline).toFixed(1)} s (${whole.toFixed(1)} s in all)`,
)
rmSync(folder, { recursive: true, force: true })

/** Returns the better of two runs, in seconds. */
function timeOf(name: string, source: string): number {
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'main.ts'), source)
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ ...options, files: ['main.ts'] }))
  const runs = [1, 2].map(() => {
    const started = performance.now()
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', place], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stdout)
    return (performance.now() - started) / 1000
  })
  return Math.min(...runs)
}
