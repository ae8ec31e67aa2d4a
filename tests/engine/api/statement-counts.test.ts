import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, global } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const owned = () => ({ owner: { equals: 'me' } })

const config = defineConfig({
  collections: {
    plain: collection({ fields: { title: f.text(), views: f.number({ index: true }) }, access }),
    rich: collection({
      fields: {
        title: f.text({ required: true }),
        slug: f.slug({ from: 'title', unique: true }),
        code: f.text({ unique: true }),
        one: f.relationship({ to: 'plain' }),
        many: f.relationship({ to: 'plain', many: true }),
        any: f.relationship({ to: ['plain', 'rich'], many: true }),
        rows: f.array({
          fields: { target: f.relationship({ to: 'plain' }), text: f.text({ access: { read: everybody } }) },
        }),
        hidden: f.text({ hidden: true }),
      },
      access,
    }),
    ruled: collection({
      fields: { owner: f.text() },
      access: { read: owned, create: owned, update: owned, delete: owned },
    }),
  },
  globals: { settings: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }) },
})

const statements: string[] = []

/** `select plain`: the common part of the statements of both databases. */
const onStatement = (sql: string) => {
  const [, table = ''] = /(?:from|into|update) "(?:doc_)?([\w:-]+)"/.exec(sql) ?? []
  const [word] = sql.split(' ', 1)
  // On PostgreSQL, the statement of the page includes the total.
  statements.push(`${word === 'with' ? 'select' : sql.includes('count(*)') ? 'count' : word} ${table}`)
}

onEachDatabase(
  'each operation needs a fixed number of statements (design, Storage)',
  { config, onStatement },
  (app, dialect) => {
    const local = () => app().app.local

    /** What `work` sent to the database, in order. */
    async function counted(work: () => Promise<unknown>): Promise<string> {
      statements.length = 0
      await work()
      return statements.join(', ')
    }

    const plains = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, views) => local().collections.plain.create({ title: 't', views })))

    it('read, list and count', async () => {
      const { plain } = local().collections
      const [first] = await plains(12)
      const { id } = must(first, 'document')
      expect(await counted(() => plain.findOne(id))).toMatchInlineSnapshot(`"select plain"`)
      expect(await counted(() => plain.find({ limit: 100 }))).toMatchInlineSnapshot(`"select plain"`)
      expect(await counted(() => plain.find({ page: 2 }))).toMatchInlineSnapshot(`"select plain"`)
      const withTotal = dialect === 'sqlite' ? 'select plain, count plain' : 'select plain'
      expect(await counted(() => plain.find())).toBe(withTotal)
      const popular = { where: { views: { greater_than: 3 } }, sort: '-views', limit: 5 } as const
      expect(await counted(() => plain.find(popular))).toBe(withTotal)
      // Nothing has changed since, so a total that reads documents still holds. A short index is counted again.
      const titled = { where: { title: { equals: 't' } }, limit: 5 } as const
      expect(await counted(() => plain.find(titled))).toBe(withTotal)
      expect(await counted(() => plain.find(titled))).toBe('select plain')
      expect(await counted(() => plain.find({ ...titled, page: 99 }))).toBe('select plain')
      expect(await counted(() => plain.count({ where: titled.where }))).toBe(dialect === 'sqlite' ? '' : 'count plain')
      expect(await counted(() => plain.find(popular))).toBe(withTotal)
      await plains(1)
      expect(await counted(() => plain.count())).toMatchInlineSnapshot(`"count plain"`)
    })

    it('a list of many documents needs no more than one of few, whatever the schema', async () => {
      const { rich } = local().collections
      const [target] = await plains(1)
      const { id } = must(target, 'document')
      for (let index = 0; index < 20; index += 1) {
        await rich.create({ title: `${index}`, one: id, many: [id], rows: [{ target: id, text: 'x' }] })
      }
      const withTotal = dialect === 'sqlite' ? 'select rich, count rich' : 'select rich'
      expect(await counted(() => rich.find({ limit: 20, sort: 'title' }))).toBe(withTotal)
    })

    it('create, update and delete without relationships', async () => {
      const { plain } = local().collections
      let id = ''
      expect(await counted(async () => ({ id } = await plain.create({ title: 'x' })))).toMatchInlineSnapshot(
        `"insert plain"`,
      )
      expect(await counted(() => plain.update(id, { title: 'y' }))).toMatchInlineSnapshot(
        `"select plain, select rec_locks, update plain"`,
      )
      expect(await counted(() => plain.update(id, { title: 'z' }, { ifMatch: 2 }))).toMatchInlineSnapshot(
        `"select plain, select rec_locks, update plain"`,
      )
      expect(await counted(() => plain.update(id, {}))).toMatchInlineSnapshot(`"select plain, select rec_locks"`)
      expect(await counted(() => plain.delete(id))).toMatchInlineSnapshot(
        `"select plain, select rec_locks, delete plain, delete quire_references, delete rec_locks"`,
      )
    })

    it('unique values and relationships: one lookup per target collection, whatever their number', async () => {
      const { rich } = local().collections
      const targets = (await plains(10)).map((doc) => doc.id)
      const [one = ''] = targets
      const any = targets.map((value) => ({ relationTo: 'plain' as const, value }))
      const rows = targets.map((target) => ({ target }))
      let id = ''
      const create = async () => ({ id } = await rich.create({ title: 'x', code: 'c', one, many: targets, any, rows }))
      expect(await counted(create)).toMatchInlineSnapshot(
        // The first query is for the generated slug: whether it needs a suffix.
        `"select rich, select plain, select rich, insert rich, insert quire_references"`,
      )
      expect(await counted(() => rich.update(id, { title: 'y' }))).toMatchInlineSnapshot(
        `"select rich, select rec_locks, update rich"`,
      )
      expect(await counted(() => rich.update(id, { code: 'd' }))).toMatchInlineSnapshot(
        `"select rich, select rec_locks, select rich, update rich"`,
      )
      // Existing targets are not looked up again.
      expect(await counted(() => rich.update(id, { many: targets.toReversed() }))).toMatchInlineSnapshot(
        `"select rich, select rec_locks, update rich"`,
      )
      expect(
        await counted(() => rich.update(id, { many: [one], any: [{ relationTo: 'rich', value: id }] })),
      ).toMatchInlineSnapshot(
        `"select rich, select rec_locks, select rich, update rich, select quire_references, delete quire_references, insert quire_references"`,
      )
      expect(await counted(() => rich.duplicate(id))).toMatchInlineSnapshot(
        `"select rich, select rich, select rich, select rich, insert rich, insert quire_references"`,
      )
      expect(await counted(() => rich.delete(id))).toMatchInlineSnapshot(
        `"select rich, select rec_locks, delete rich, delete quire_references, delete rec_locks"`,
      )
    })

    it('bulk needs as many per document as a single call', async () => {
      const { plain } = local().collections
      const ids = (await plains(3)).map((doc) => doc.id)
      expect(await counted(() => plain.bulk({ action: 'update', ids, data: { title: 'y' } }))).toMatchInlineSnapshot(
        `"select plain, select rec_locks, update plain, select plain, select rec_locks, update plain, select plain, select rec_locks, update plain"`,
      )
      expect(await counted(() => plain.bulk({ action: 'delete', ids }))).toMatchInlineSnapshot(
        `"select plain, select rec_locks, delete plain, delete quire_references, delete rec_locks, select plain, select rec_locks, delete plain, delete quire_references, delete rec_locks, select plain, select rec_locks, delete plain, delete quire_references, delete rec_locks"`,
      )
    })

    it('globals', async () => {
      const { settings } = local().globals
      expect(await counted(() => settings.get())).toMatchInlineSnapshot(`"select global:settings"`)
      expect(await counted(() => settings.update({ name: 'x' }))).toMatchInlineSnapshot(
        `"select global:settings, update global:settings"`,
      )
    })

    it('rules that return a Where are part of the statement; for writes, one lookup each', async () => {
      const { ruled } = local().collections
      let id = ''
      expect(await counted(async () => ({ id } = await ruled.create({ owner: 'me' })))).toMatchInlineSnapshot(
        `"insert ruled, select ruled"`,
      )
      expect(await counted(() => ruled.findOne(id))).toMatchInlineSnapshot(`"select ruled"`)
      expect(await counted(() => ruled.find())).toMatchInlineSnapshot(`"select ruled"`)
      expect(await counted(() => ruled.update(id, { owner: 'me' }))).toMatchInlineSnapshot(
        `"select ruled, select ruled, select rec_locks, update ruled"`,
      )
      expect(await counted(() => ruled.delete(id))).toMatchInlineSnapshot(
        `"select ruled, select ruled, select rec_locks, delete ruled, delete quire_references, delete rec_locks"`,
      )
    })

    it('a refused call needs only its lookups', async () => {
      const { plain, rich } = local().collections
      const nothing = '01890000-0000-7000-8000-000000000000'
      expect(await counted(() => plain.findOne('nonsense').catch(() => undefined))).toMatchInlineSnapshot(`""`)
      expect(await counted(() => plain.update(nothing, { title: 'x' }).catch(() => undefined))).toMatchInlineSnapshot(
        `"select plain"`,
      )
      expect(await counted(() => rich.create({ title: '' }).catch(() => undefined))).toMatchInlineSnapshot(`""`)
    })
  },
)
