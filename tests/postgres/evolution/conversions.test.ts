// @module-tag release
import { color } from '@quirecms/color'
import { describeEachDatabase } from '@quirecms/testkit'
import type { FieldDefinition } from '@quirecms/core'
import { collection, f } from 'quirecms'
import { expect, it } from 'vitest'
import { access, type EvolvedApp, evolving, get, pendingSteps, storedContent } from './evolving.ts'

const localization = { locales: ['en', 'de'], defaultLocale: 'en' }
const ID = '01890000-0000-7000-8000-00000000000a'
const rich = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

interface Case {
  readonly name: string
  readonly from: FieldDefinition
  readonly to: FieldDefinition
  readonly converts: readonly (readonly [before: unknown, after: unknown])[]
  readonly refuses?: readonly unknown[]
}

const people = (many = false) => f.relationship({ to: 'people', many })
const either = f.relationship({ to: ['people', 'clubs'] })
const select = f.select({ options: ['a', 'b'] })

const CASES: readonly Case[] = [
  {
    name: 'text to the type of a plugin',
    from: f.text(),
    to: color({ unique: true }),
    converts: [
      ['#F80', '#ff8800'],
      ['#00ff00', '#00ff00'],
      ['', null],
    ],
    refuses: ['orange', '#12'],
  },
  {
    name: 'the type of a plugin to text',
    from: color({ index: true }),
    to: f.text({ index: true }),
    converts: [
      ['#F80', '#ff8800'],
      [null, null],
    ],
  },
  {
    name: 'number to text',
    from: f.number(),
    to: f.text({ unique: true }),
    converts: [
      [1.5, '1.5'],
      [-3, '-3'],
      [null, null],
    ],
  },
  {
    name: 'text to number',
    from: f.text({ index: true }),
    to: f.number({ index: true }),
    converts: [
      ['1.5', 1.5],
      ['', null],
      ['-3', -3],
      ['1e+21', 1e21],
    ],
    refuses: ['007', 'abc', '1.50', ' 1', 'Infinity'],
  },
  {
    name: 'text to whole number',
    from: f.text(),
    to: f.number({ integer: true }),
    converts: [['2', 2]],
    refuses: ['2.5'],
  },
  {
    name: 'one to many',
    from: f.text(),
    to: f.text({ many: true }),
    converts: [
      ['a', ['a']],
      [null, []],
    ],
  },
  {
    name: 'many to one',
    from: f.text({ many: true }),
    to: f.text(),
    converts: [
      [['a'], 'a'],
      [[], null],
    ],
    refuses: [['a', 'b']],
  },
  { name: 'one number to many texts', from: f.number(), to: f.text({ many: true }), converts: [[5, ['5']]] },
  {
    name: 'one relationship to many',
    from: people(),
    to: people(true),
    converts: [
      [ID, [ID]],
      [null, []],
    ],
  },
  {
    name: 'many relationships to one',
    from: people(true),
    to: people(),
    converts: [
      [[ID], ID],
      [[], null],
    ],
  },
  {
    name: 'a relationship to one of several collections',
    from: people(),
    to: either,
    converts: [[ID, { relationTo: 'people', value: ID }]],
  },
  {
    name: 'a relationship to one of several collections to one of one',
    from: either,
    to: people(),
    converts: [[{ relationTo: 'people', value: ID }, ID]],
    refuses: [{ relationTo: 'clubs', value: ID }],
  },
  { name: 'a relationship to text', from: people(), to: f.text(), converts: [[ID, ID]] },
  { name: 'text to a relationship', from: f.text(), to: people(), converts: [[ID, ID]] },
  {
    name: 'text to select',
    from: f.text(),
    to: select,
    converts: [
      ['a', 'a'],
      [null, null],
    ],
    refuses: ['c'],
  },
  { name: 'select to text', from: select, to: f.text(), converts: [['a', 'a']] },
  { name: 'text to email', from: f.text(), to: f.email(), converts: [['a@b.org', 'a@b.org']], refuses: ['nobody'] },
  { name: 'textarea to code', from: f.textarea(), to: f.code(), converts: [['a\nb', 'a\nb']] },
  {
    name: 'checkbox to text',
    from: f.checkbox(),
    to: f.text(),
    converts: [
      [true, 'true'],
      [false, 'false'],
    ],
  },
  {
    name: 'text to checkbox',
    from: f.text(),
    to: f.checkbox(),
    converts: [
      ['true', true],
      ['false', false],
    ],
    refuses: ['yes'],
  },
  { name: 'number to checkbox', from: f.number(), to: f.checkbox(), converts: [[null, null]], refuses: [1] },
  {
    name: 'date to text',
    from: f.date(),
    to: f.text(),
    converts: [['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z']],
  },
  {
    name: 'text to date',
    from: f.text(),
    to: f.date({ index: true }),
    converts: [['2026-03-01', '2026-03-01T00:00:00.000Z']],
    refuses: ['tomorrow'],
  },
  {
    name: 'date to day',
    from: f.date(),
    to: f.date({ only: 'day' }),
    converts: [['2026-03-01', '2026-03-01']],
    refuses: ['2026-03-01T09:30:00.000Z'],
  },
  {
    name: 'day to date',
    from: f.date({ only: 'day' }),
    to: f.date(),
    converts: [['2026-03-01', '2026-03-01T00:00:00.000Z']],
  },
  { name: 'anything to json', from: f.number(), to: f.json(), converts: [[3, 3]] },
  { name: 'json to number', from: f.json(), to: f.number(), converts: [[3, 3]], refuses: [{ a: 1 }, [3]] },
  { name: 'textarea to rich text', from: f.textarea(), to: f.richText(), converts: [['a\nb', rich('a', 'b')]] },
  {
    name: 'rich text to textarea',
    from: f.richText(),
    to: f.textarea(),
    converts: [[rich('a', 'b'), 'a\nb']],
    refuses: [{ type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] }],
  },
  {
    name: 'a group to text',
    from: f.group({ fields: { a: f.text() } }),
    to: f.text(),
    converts: [[{ a: null }, null]],
    refuses: [{ a: 'x' }],
  },
  {
    name: 'text to a group',
    from: f.text(),
    to: f.group({ fields: { a: f.text() } }),
    converts: [[null, { a: null }]],
    refuses: ['x'],
  },
]

describeEachDatabase('a field whose type changed (%s)', (dialect) => {
  const database = evolving(dialect)
  const others = {
    people: collection({ fields: { name: f.text() }, access }),
    clubs: collection({ fields: { name: f.text() }, access }),
  }
  const open = (fields: object, more: object = {}, options = {}) =>
    database.open(
      { localization, collections: { ...others, posts: collection({ fields: { ...fields }, access, ...more }) } },
      options,
    )
  const prepare = async (app: Awaited<ReturnType<typeof open>>) => {
    for (const slug of ['people', 'clubs']) await app.local.asSystem().collections[slug].create({ id: ID, name: 'x' })
  }

  const more = { versions: { drafts: true } }

  it('keeps all values if every one converts', async () => {
    const cases = CASES.filter(({ refuses }) => refuses === undefined)
    expect(cases.length).toBeGreaterThan(10)
    // Each in its own collection, so that one database and two starts suffice.
    const openAll = (side: 'from' | 'to') => {
      const all = cases.map((one, index) => [
        `case${index}`,
        collection({ fields: inBothPlaces(one[side]), access, ...more }),
      ])
      return database.open({ localization, collections: { ...others, ...Object.fromEntries(all) } })
    }
    const first = await openAll('from')
    await prepare(first)
    const made: Converted[][] = []
    for (const [index, { converts }] of cases.entries()) made.push(await fill(first, `case${index}`, converts))
    const last = await openAll('to')
    expect(await pendingSteps(last)).toEqual([])
    for (const [index, { name }] of cases.entries())
      await expectConverted(last, `case${index}`, made[index] ?? [], name)
  })

  it.each(CASES.filter(({ refuses }) => refuses !== undefined))(
    '$name',
    async ({ from, to, converts, refuses = [] }) => {
      const first = await open(inBothPlaces(from), more)
      await prepare(first)
      const made = await fill(first, 'posts', converts)
      const wrong: string[] = []
      for (const value of refuses) wrong.push((await first.local.collections.posts.create({ value })).id)
      const failure = await open({ ...inBothPlaces(to), added: f.text({ unique: true }) }, more).catch(
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ code: 'conflict' })
      for (const [index, id] of wrong.slice(0, 5).entries())
        expect(String(failure)).toContain(`${id}: ${named(refuses[index])}`)
      for (const { id } of made) expect(String(failure)).not.toContain(id)
      const again = await open(inBothPlaces(from), more)
      expect((await again.storage.migrations.status()).applied.map(({ description }) => description)).not.toContain(
        'create unique index posts added',
      )
      for (const id of wrong) await again.local.collections.posts.delete(id)
      const last = await open(inBothPlaces(to), more)
      expect(await pendingSteps(last)).toEqual([])
      await expectConverted(last, 'posts', made)
    },
  )

  it('localization on and off, at every depth', async () => {
    const fields = (isLocalized: boolean) => ({
      title: f.text({ localized: isLocalized, index: true }),
      tags: f.text({ many: true, localized: isLocalized }),
      seo: f.group({
        localized: isLocalized,
        fields: { name: f.text(), deep: f.group({ fields: { x: f.number() } }) },
      }),
      rows: f.array({ fields: { label: f.text({ localized: isLocalized }) } }),
      none: f.text({ localized: isLocalized }),
    })
    const first = await open(fields(false))
    const content = {
      title: 'One',
      tags: ['a', 'b'],
      seo: { name: 'n', deep: { x: 1 } },
      rows: [{ id: 'r', label: 'l' }],
      none: null,
    }
    const { id } = await first.local.collections.posts.create(content)
    const second = await open(fields(true))
    const { posts } = second.local.collections
    expect(await posts.findOne(id, { locale: 'all' })).toMatchObject({
      title: { en: 'One' },
      tags: { en: ['a', 'b'] },
      seo: { en: content.seo },
      rows: [{ id: 'r', label: { en: 'l' } }],
      none: {},
    })
    expect(await posts.findOne(id, { locale: 'de' })).toMatchObject(content)
    expect((await posts.find({ where: { title: { equals: 'One' } } })).docs).toHaveLength(1)
    const third = await open(fields(false))
    expect(await third.local.collections.posts.findOne(id)).toMatchObject(content)
    expect(await storedContent(third, 'posts', id)).toEqual(content)

    const fourth = await open(fields(true))
    await fourth.local.collections.posts.update(id, { title: 'Eins' }, { locale: 'de' })
    const failure = await open(fields(false)).catch((error: unknown) => error)
    expect(String(failure)).toMatch(new RegExp(`${id}: .*"Eins".* has translations that differ`))
    const fifth = await open(fields(true))
    await fifth.local.collections.posts.update(id, { title: { en: null, de: 'Eins' } }, { locale: 'all' })
    const sixth = await open(fields(false))
    expect(await sixth.local.collections.posts.findOne(id)).toMatchObject({ ...content, title: 'Eins' })
  })

  it('locales move between a group and the fields inside it', async () => {
    const inside = {
      seo: f.group({ fields: { name: f.text({ localized: true }), same: f.text() } }),
      rows: f.array({ fields: { label: f.text({ localized: true }) } }),
    }
    const outside = {
      seo: f.group({ localized: true, fields: { name: f.text(), same: f.text() } }),
      rows: f.array({ localized: true, fields: { label: f.text() } }),
    }
    const first = await open(inside)
    const content = {
      seo: { name: { en: 'n', de: 'd' }, same: 's' },
      rows: [{ id: 'r', label: { en: 'l', de: 'm' } }],
    }
    const { id } = await first.local.collections.posts.create(content, { locale: 'all' })
    const second = await open(outside)
    expect(await second.local.collections.posts.findOne(id, { locale: 'all' })).toMatchObject({
      seo: { en: { name: 'n', same: 's' }, de: { name: 'd', same: 's' } },
      rows: { en: [{ id: 'r', label: 'l' }], de: [{ id: 'r', label: 'm' }] },
    })
    const third = await open(inside)
    expect(await third.local.collections.posts.findOne(id, { locale: 'all' })).toMatchObject(content)
    const fourth = await open(outside)
    await fourth.local.collections.posts.update(id, { seo: { same: 'anders' } }, { locale: 'de' })
    await expect(open(inside)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(id) })
  })

  it('history keeps values that do not convert, and reports them on restore', async () => {
    const first = await open({ views: f.text() }, { versions: true })
    const { id } = await first.local.collections.posts.create({ views: 'many' })
    await first.local.collections.posts.update(id, { views: '3' })
    const second = await open({ views: f.number({ required: true }) }, { versions: true })
    const { posts } = second.local.collections
    expect(await posts.findOne(id)).toMatchObject({ views: 3, revision: 2 })
    expect((await posts.versions(id)).docs).toMatchObject([{ data: { views: 3 } }, { data: { views: 'many' } }])
    await expect(posts.restore(id, 1)).rejects.toMatchObject({
      code: 'validation',
      issues: [{ code: 'type', path: 'views' }],
    })
    await posts.restore(id, 2)
  })

  it('references of another form keep their targets', async () => {
    const restrict = (to: string | string[]) => ({ author: f.relationship({ to, onDelete: 'restrict' }) })
    const first = await open(restrict('people'))
    await prepare(first)
    const { id } = await first.local.collections.posts.create({ author: ID })
    const second = await open(restrict(['people', 'clubs']))
    await expect(second.local.collections.people.delete(ID)).rejects.toMatchObject({ code: 'referenced' })
    await second.local.collections.clubs.delete(ID)
    expect(await second.local.collections.posts.findOne(id)).toMatchObject({
      author: { relationTo: 'people', value: ID },
    })
  })

  it('a data migration may fix values that do not convert', async () => {
    const first = await open({ views: f.text() })
    const { id } = await first.local.collections.posts.create({ views: 'many' })
    const { id: other } = await first.local.collections.posts.create({ views: '3' })
    const mend = {
      name: '20260101-mend',
      up: async ({ local }: { local: unknown }) => {
        const { posts } = (local as typeof first.local).collections
        await posts.update(id, { views: 1000 })
      },
    }
    const second = await open({ views: f.number({ index: true }) }, {}, { dataMigrations: [mend] })
    const { docs } = await second.local.collections.posts.find({ sort: 'views' })
    expect(docs).toMatchObject([
      { id: other, views: 3 },
      { id, views: 1000 },
    ])
  })

  it('a field that returns with another type finds its values', async () => {
    const first = await open({ views: f.text(), title: f.text() })
    const { id } = await first.local.collections.posts.create({ views: '3', title: 'x' })
    const second = await open({ title: f.text() })
    await second.local.collections.posts.update(id, { title: 'y' })
    const third = await open({ count: f.number({ renamedFrom: 'views' }), title: f.text() })
    expect(await third.local.collections.posts.findOne(id)).toMatchObject({ count: 3, title: 'y' })
  })
})

interface Converted {
  readonly id: string
  readonly after: unknown
}

/** At the top, and in rows of a group. */
function inBothPlaces(field: FieldDefinition) {
  return { value: field, inner: f.group({ fields: { rows: f.array({ fields: { value: unindexed(field) } }) } }) }
}

async function fill({ local }: EvolvedApp, slug: string, converts: Case['converts']): Promise<Converted[]> {
  const documents = local.collections[slug]
  const made: Converted[] = []
  for (const [before, after] of converts) {
    const { id } = await documents.create({ value: before, inner: { rows: [{ id: 'r', value: before }] } })
    await documents.publish(id)
    made.push({ id, after })
  }
  return made
}

async function expectConverted(app: EvolvedApp, slug: string, made: readonly Converted[], name = slug): Promise<void> {
  const documents = app.local.collections[slug]
  for (const { id, after } of made) {
    const doc = { value: after, inner: { rows: [{ id: 'r', value: after }] } }
    expect(await documents.findOne(id), name).toMatchObject({ ...doc, revision: 2 })
    expect(await documents.findOne(id, { draft: false }), name).toMatchObject(doc)
    expect((await documents.version(id, 1)).data, name).toMatchObject(doc)
    expect((await get(app, `/collections/${slug}/${id}`)).doc, name).toMatchObject(doc)
  }
}

/** Rows have no indexes. */
function unindexed(field: FieldDefinition): FieldDefinition {
  const { unique: _unique, index: _index, ...options } = field.options as { unique?: boolean; index?: boolean }
  return { ...field, options }
}

/** A value in an error message. Databases order members differently. */
function named(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? '{' : JSON.stringify(value)
}
