/** Returns the source of an application with calls, rules and hooks that use all its collections. */
export function largeApplication(collections: number, fields: number): string {
  const slugs = Array.from({ length: collections }, (_, index) => `c${index}`)
  return `import { collection, createApp, defineConfig, f, sqlite, withCode } from 'quirecms'
const schema = defineConfig({
  database: sqlite(':memory:'),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text() } }),
${slugs.map((slug, index) => `    ${slug}: collection({ versions: { drafts: true }, trash: true, fields: { ${fieldsOf(index, collections, fields)} } }),`).join('\n')}
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

function fieldsOf(collectionIndex: number, collections: number, fields: number): string {
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
