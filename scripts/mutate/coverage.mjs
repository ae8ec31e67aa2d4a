// Maps tests to the mutants that they reach. Runs every test once and caches the result by file hash.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runPlan } from './run-plan.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const KEPT = join(root, 'node_modules/.cache/mutate')

export async function coverageOf(testFiles, sources, { all, workers, hasPostgres, say }) {
  const place = join(KEPT, hasPostgres ? 'coverage-postgres.json' : 'coverage.json')
  const key = hash(JSON.stringify(sources))
  const kept = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {}
  const known = kept.key === key ? kept.files : {}
  const hashes = Object.fromEntries(testFiles.map((path) => [path, hash(readFileSync(join(root, path)))]))
  let missing = testFiles.filter((path) => known[path]?.hash !== hashes[path])
  const save = () => {
    mkdirSync(KEPT, { recursive: true })
    writeFileSync(place, JSON.stringify({ key, files: known }))
  }
  while (missing.length > 0) {
    say(`Looking at what ${missing.length} test files come by.`)
    const files = Object.fromEntries(missing.map((path) => [path, []]))
    const plan = { kind: 'cover', mutants: all.length, workers, hasPostgres, sources, files }
    const { lines, output } = await runPlan(plan, (line) => {
      if (line.kind !== 'covered') return
      known[line.file] = { ...line, hash: hashes[line.file] }
      say(`  ${line.file}: ${line.tests.length} tests, ${(line.ms / 1000).toFixed(1)} s`)
    })
    save()
    const left = missing.filter((path) => known[path]?.hash !== hashes[path])
    if (left.length === missing.length)
      throw new Error(`Nothing was covered.\n${JSON.stringify(lines.at(-1))}\n${output}`)
    // Skips the test file that was running when the process ended; the others get another process.
    if (left.length > 0)
      known[left[0]] = { file: left[0], hash: hashes[left[0]], ms: 0, tests: [], loading: '', outside: '', counts: {} }
    missing = left.slice(1)
  }
  return testFiles.map((path) => known[path])
}

function hash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
