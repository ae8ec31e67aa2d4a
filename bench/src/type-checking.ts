// How long the compiler takes for an application of 100 collections with 20 fields each, with calls, rules and hooks that use them:
//
//   node scripts/run.mjs node bench/src/type-checking.ts [COLLECTIONS] [FIELDS]
//
// It says how long that is more than for a program that only imports Quire.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
  `import { defineConfig } from 'quire'\nexport default defineConfig({ collections: {} })\n`,
)
const whole = timeOf('application', application())
console.log(
  `${collections} collections of ${fields} fields: ${(whole - baseline).toFixed(1)} s (${whole.toFixed(1)} s in all)`,
)
rmSync(folder, { recursive: true, force: true })

/** The better of two runs, in seconds. */
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

function application(): string {
  const all = Array.from({ length: collections }, (_, index) => index)
  const slugs = all.map((index) => `c${index}`)
  return `import { collection, createApp, defineConfig, f, sqlite, withCode } from 'quire'
const schema = defineConfig({
  database: sqlite(':memory:'),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
${slugs.map((slug, index) => `    ${slug}: collection({ versions: { drafts: true }, trash: true, fields: { ${fieldsOf(index)} } }),`).join('\n')}
  },
})
export default withCode(schema, {
  collections: {
${slugs.map((slug) => `    ${slug}: { access: { update: ({ actor }) => (actor ? { f0: { equals: actor.name ?? '' } } : false) }, hooks: { beforeChange: [({ data }) => ({ ...data, f1: 1 })] } },`).join('\n')}
  },
})
const app = await createApp(schema)
${slugs.map((slug) => `for (const doc of (await app.local.collections.${slug}.find({ where: { f1: { greater_than: 1 }, 'next.f0': { equals: 'x' } }, select: { f0: true, next: true }, populate: { next: true } })).docs) console.log(doc.f0)`).join('\n')}
`
}

function fieldsOf(collectionIndex: number): string {
  const next = `c${(collectionIndex + 1) % collections}`
  const kinds = [
    (name: string) => `${name}: f.text({ required: true, localized: true })`,
    (name: string) => `${name}: f.number({ default: 0 })`,
    (name: string) => `${name}: f.select({ options: ['a', 'b', 'c'] })`,
    (name: string) => `${name}: f.group({ fields: { x: f.text(), y: f.date() } })`,
    (name: string) => `${name}: f.array({ fields: { x: f.text({ required: true }), y: f.url() } })`,
  ]
  const made = Array.from({ length: fields - 1 }, (_, index) =>
    (kinds[index % kinds.length] ?? kinds[0])?.(`f${index}`),
  )
  return [`next: f.relationship({ to: '${next}' })`, ...made].join(', ')
}
