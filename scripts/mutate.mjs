// `npm run mutate`: mutation testing: makes small changes to the sources, one at a time, and checks whether a test
// fails (docs/testing.md).
//
//   npm run mutate -- --only query               every mutant of one folder
//   npm run mutate -- --sample 200 --seed 1      200 mutants of all folders, always the same ones
//   npm run mutate -- --at query/cursor.ts:31    the mutants of one line
//   npm run mutate -- --tests tests/engine/api   only these tests
//   npm run mutate -- --postgres                 on PostgreSQL, too
//   npm run mutate -- --list                     prints the mutants without testing them
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { coverageOf } from './mutate/coverage.mjs'
import { findMutants } from './mutate/find-mutants.mjs'
import { tryMutants } from './mutate/try-mutants.mjs'

const FOLDERS = {
  engine: 'packages/core/src/engine',
  features: 'packages/features/src',
  query: 'packages/core/src/query',
  documents: 'packages/sql/src/documents',
  where: 'packages/sql/src/where',
  intake: 'packages/server/src/intake',
  files: 'packages/files/src',
  sdk: 'packages/sdk/src',
  plugins: 'plugins',
}
/**
 * Tests that start processes, browsers or compilers, which run the unchanged sources, or that read the sources as text.
 */
const LEFT_OUT = [
  'tests/{browser,process}/**',
  'tests/engine/{docs,workspace}/**',
  'tests/**/{size,old-instances}.test.ts',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', multiple: true },
    tests: { type: 'string', multiple: true },
    most: { type: 'string', default: '600' },
    workers: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const chosen = asked.only === undefined ? Object.keys(FOLDERS) : asked.only.split(',')
for (const name of chosen) {
  if (name in FOLDERS) continue
  console.error(`--only takes ${Object.keys(FOLDERS).join(', ')}, and not ${name}.`)
  process.exit(2)
}

const all = everyMutant()
const candidates = all.filter(({ folder, place }) => chosen.includes(folder) && isAsked(place))
const mutants = asked.sample === undefined ? candidates : sampled(candidates, Number(asked.sample), Number(asked.seed))
if (asked.list) {
  for (const { place, says } of mutants) console.log(`${place}  ${says}`)
  process.exit(0)
}

const testFiles = globSync(
  ['tests/**/*.test.ts', 'packages/{core,features,sql,server,files,quire,sdk}/src/**/*.test.ts'],
  {
    cwd: root,
    exclude: ['tests/node_modules/**', ...LEFT_OUT],
  },
)
  .filter((path) => asked.tests === undefined || asked.tests.some((part) => path.includes(part)))
  .toSorted()
const { postgres: hasPostgres } = asked
const context = { all, workers: Number(asked.workers), hasPostgres, say: (text) => console.log(text) }
const coverage = await coverageOf(testFiles, bySource(all), context)
report(await tryMutants(mutants, coverage, { ...context, most: Number(asked.most), sourcesOf: bySource }))

function everyMutant() {
  let id = 0
  return Object.entries(FOLDERS).flatMap(([folder, path]) =>
    globSync('**/*.ts', { cwd: join(root, path), exclude: ['**/*.test.ts', '**/{dist,node_modules}/**'] })
      .toSorted()
      .flatMap((name) => {
        const file = `${path}/${name}`
        const source = readFileSync(join(root, file), 'utf8')
        return findMutants(file, source).map((mutant) => {
          const before = source.slice(0, mutant.start).split('\n')
          const place = `${file}:${before.length}:${before.at(-1).length + 1}`
          return { ...mutant, id: id++, folder, file, place }
        })
      }),
  )
}

function isAsked(place) {
  return (
    asked.at === undefined || asked.at.some((part) => `${place}:`.includes(`${part}:`) || place.includes(`${part}/`))
  )
}

/** Draws a sample: the same mutants for the same seed, in the order of the sources. */
function sampled(from, count, seed) {
  const random = generator(seed)
  const drawn = from.map((mutant) => ({ mutant, rank: random() })).toSorted((one, other) => one.rank - other.rank)
  return drawn
    .slice(0, count)
    .map(({ mutant }) => mutant)
    .toSorted((one, other) => one.id - other.id)
}

/** Mulberry32: a small generator with the same results everywhere. */
function generator(seed) {
  let at = seed | 0
  return () => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function bySource(some) {
  const sources = {}
  for (const { file, id, start, end, text, kind } of some) (sources[file] ??= []).push({ id, start, end, text, kind })
  return sources
}

function report(outcomes) {
  const folder = join(root, 'node_modules/.cache/mutate')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'report.json'), JSON.stringify(outcomes, null, 2))
  for (const { outcome, place, says, tried } of outcomes) {
    if (outcome === 'survived') console.log(`survived   ${place}  ${says}  (${tried} tests)`)
    if (outcome === 'unseen') console.log(`unseen     ${place}  ${says}`)
  }
  console.log()
  for (const name of chosen) {
    const own = outcomes.filter((one) => one.folder === name)
    const count = (outcome) => own.filter((one) => one.outcome === outcome).length
    const caught = count('killed') + count('stopped')
    const score = own.length === 0 ? '–' : `${((caught / own.length) * 100).toFixed(1)} %`
    console.log(
      `${name.padEnd(7)} ${score.padStart(7)}  of ${own.length}: ${count('killed')} killed, ${count('stopped')} stopped, ` +
        `${count('survived')} survived, ${count('unseen')} unseen`,
    )
  }
}
