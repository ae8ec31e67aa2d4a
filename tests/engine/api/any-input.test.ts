import { onEachDatabase } from '@quirecms/testkit'
import fc from 'fast-check'
import { QuireError, collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { runs } from '../../setup/runs.ts'

const everybody = () => true
const closed = { read: () => false, create: () => false, update: () => false }

const fields = {
  text: f.text({ maxLength: 5, unique: true }),
  slug: f.slug({ from: 'text' }),
  number: f.number({ integer: true, min: 0 }),
  date: f.date(),
  flag: f.checkbox({ default: true }),
  choice: f.select({ options: ['a', 'b'] }),
  choices: f.select({ options: ['a', 'b'], many: true }),
  place: f.point(),
  json: f.json(),
  rich: f.richText(),
  mail: f.email(),
  link: f.url(),
  to: f.relationship({ to: 'things' }),
  toMany: f.relationship({ to: ['things', 'others'], many: true }),
  hidden: f.text({ hidden: true }),
  closed: f.text({ access: closed }),
}

const config = defineConfig({
  collections: {
    things: collection({
      fields: {
        ...fields,
        group: f.group({
          fields: {
            text: f.text(),
            closed: f.text({ access: closed }),
            inner: f.group({ fields: { hidden: f.text({ hidden: true }) } }),
          },
        }),
        rows: f.array({
          fields: {
            label: f.text({ required: true }),
            closed: f.text({ access: closed }),
            rows: f.array({ fields: { x: f.number() } }),
          },
          minRows: 1,
          maxRows: 3,
        }),
        blocks: f.blocks({
          blocks: {
            one: { fields: { text: f.text({ required: true }) } },
            two: { fields: { rows: f.array({ fields: { to: f.relationship({ to: 'things' }) } }) } },
          },
        }),
        computed: f.virtual({ value: ({ doc }) => Object.keys(doc).length }),
      },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
    }),
    others: collection({ fields: {}, access: { read: everybody } }),
  },
})

const fieldNames = [...Object.keys(fields), 'group', 'rows', 'blocks', 'computed', 'inner', 'label', 'x']
const otherNames =
  'id blockType relationTo value type content revision createdAt _status constructor toString __proto__ length 0 a.b'
const names = [...fieldNames, ...otherNames.split(' '), '']
const id = '01890000-0000-7000-8000-000000000001'
const texts = 'a one two things others doc text paragraph 2026-01-01 a@example.com javascript:x __proto__ constructor'
const oddTexts = ['', id, '\0', '\ud800', 'x'.repeat(300)]
const numbers = [0, -0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER]
const others = [true, false, null, [], {}, [[]], [null], { relationTo: 'things', value: id }, [181, 0], [1, 2]]
const odd = fc.constantFrom<unknown>(...texts.split(' '), ...oddTexts, ...numbers, ...others)

/** Any JSON, mostly with keys of the schema. */
const anything = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    odd,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
})).object

onEachDatabase('any input gets a document or a refusal', { config }, (app) => {
  const run = async (call: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await call()
    } catch (error) {
      // Other errors, and `internal`, are bugs.
      if (!(error instanceof QuireError) || error.code === 'internal') throw error
      expect(error.code).toBe('validation')
      for (const { code, path, message } of error.issues ?? [])
        expect([typeof code, typeof path, message !== '']).toEqual(['string', 'string', true])
      expect(error.issues).not.toEqual([])
      return undefined
    }
  }

  it('and refused input is never stored', async () => {
    const things = app().local.collection('things')
    await app().local.asSystem().collection('things').create({ id, text: 'first' })
    await fc.assert(
      fc.asyncProperty(anything, anything, async (data, change) => {
        const before: unknown = await things.count()
        const created = (await run(() => things.create(data))) as { id: string } | undefined
        if (created === undefined) expect(await things.count()).toEqual(before)
        const target = created?.id ?? id
        const old: unknown = await things.findOne(target)
        const updated = await run(() => things.update(target, change))
        expect(await things.findOne(target)).toEqual(updated ?? old)
        await run(() => things.duplicate(target, change))
        await run(() => things.bulk(change))
      }),
      runs(50),
    )
  })
})
