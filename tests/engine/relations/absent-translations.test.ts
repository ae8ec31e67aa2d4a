import { createTestDatabase, describeEachDatabase, must, onEachDatabase, resolveApplication } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openStorage } from '@quirecms/sql'

const everybody = () => true
const nobody = () => false
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const localized = { localized: true } as const

const everyType = {
  text: f.text(localized),
  area: f.textarea(localized),
  mail: f.email(localized),
  link: f.url(localized),
  slug: f.slug(localized),
  source: f.code(localized),
  count: f.number(localized),
  on: f.checkbox(localized),
  at: f.date(localized),
  kind: f.select({ options: ['a', 'b'], ...localized }),
  kinds: f.select({ options: ['a', 'b'], many: true, ...localized }),
  data: f.json(localized),
  place: f.point(localized),
  body: f.richText(localized),
  one: f.relationship({ to: 'things', ...localized }),
  many: f.relationship({ to: 'things', many: true, ...localized }),
  any: f.relationship({ to: ['things', 'others'], ...localized }),
  group: f.group({ fields: { text: f.text() }, ...localized }),
  rows: f.array({ fields: { text: f.text() }, ...localized }),
  blocks: f.blocks({ blocks: { quote: { fields: { text: f.text() } } }, ...localized }),
}
const names = Object.keys(everyType)
/** Null in a locale: a removed translation. */
const taken = Object.fromEntries(names.map((name) => [name, { de: null }]))

const config = defineConfig({
  localization: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
  collections: {
    others: collection({ fields: { name: f.text() }, access }),
    things: collection({
      fields: {
        ...everyType,
        plain: f.group({ fields: everyType }),
        list: f.array({ fields: everyType }),
        parts: f.blocks({ blocks: { part: { fields: everyType } } }),
      },
      access,
    }),
    pages: collection({
      fields: {
        title: f.text({ required: true, ...localized }),
        slug: f.slug({ from: 'title', unique: true, ...localized }),
        code: f.slug({ from: 'title' }),
        name: f.text(),
        handle: f.slug({ from: 'name', ...localized }),
        tags: f.select({ options: ['a', 'b'], many: true, required: true, default: ['a'], ...localized }),
        about: f.group({ fields: { text: f.text({ required: true, default: 'x' }), size: f.number() }, ...localized }),
        rows: f.array({
          fields: { label: f.text(localized), anchor: f.slug({ from: 'label', ...localized }) },
        }),
        story: f.array({ fields: { head: f.text(), anchor: f.slug({ from: 'head' }) }, ...localized }),
      },
      access,
    }),
    guarded: collection({
      fields: {
        title: f.text(),
        about: f.group({
          fields: { text: f.text({ required: true }), note: f.text(), secret: f.text({ hidden: true }) },
          ...localized,
        }),
        closed: f.group({
          fields: { text: f.text(), locked: f.text({ access: { update: nobody } }) },
          ...localized,
        }),
        rows: f.array({
          fields: { inner: f.group({ fields: { a: f.text(), b: f.text({ hidden: true }) }, ...localized }) },
        }),
      },
      access,
    }),
  },
})

onEachDatabase('absent translations are null', { config }, (app) => {
  const request = async (method: string, path: string, body?: object) => {
    const answer = await app().request(method, `/api/collections/${path}`, body && { body })
    return { status: answer.status, text: answer.text, doc: (answer.body as { doc?: Record<string, unknown> }).doc }
  }
  const make = async (slug: string, body: object, query = '?locale=all') => {
    const { status, text, doc } = await request('POST', slug + query, body)
    expect(status, text).toBe(201)
    return must(doc, 'document') as { id: string } & Record<string, unknown>
  }

  describe('in a copy as in its original, of every type and at every depth', () => {
    const content = {
      ...taken,
      plain: taken,
      list: [{ id: 'r1', ...taken }],
      parts: [{ id: 'b1', blockType: 'part', ...taken }],
    }

    it.each(['', '?locale=all', '?locale=de', '?locale=fr&fallback-locale=de,en'])('read with %s', async (query) => {
      const original = await make('things', content)
      const copy = must((await request('POST', `things/${original.id}/duplicate`)).doc, 'copy') as { id: string }
      const again = must((await request('POST', `things/${copy.id}/duplicate`)).doc, 'copy') as { id: string }
      const read = async (id: string) => {
        const {
          id: _id,
          createdAt: _c,
          updatedAt: _u,
          ...rest
        } = must((await request('GET', `things/${id}${query}`)).doc, 'doc')
        return rest
      }
      const expected = await read(original.id)
      expect(await read(copy.id)).toEqual(expected)
      expect(await read(again.id)).toEqual(expected)
      if (query === '?locale=all') expect(expected).toMatchObject(content)
    })

    it('stored as in the original', async () => {
      const original = await make('things', content)
      const copy = must((await request('POST', `things/${original.id}/duplicate`)).doc, 'copy') as { id: string }
      const stored = async (id: string) => must(await app().app.storage.reader.get('things', id), 'stored').json
      expect(JSON.parse(await stored(copy.id))).toEqual(JSON.parse(await stored(original.id)))
    })

    it('a value from before its field was a group reads as an empty group', async () => {
      const original = await make('things', { text: { en: 'x' } })
      await app().app.storage.transaction(async (tx) => {
        const stored = must(await tx.get('things', original.id), 'stored')
        const data = JSON.parse(stored.json) as Record<string, unknown>
        const json = JSON.stringify({ ...data, plain: 'text', group: { en: 'text', de: 7 } })
        await tx.update('things', { ...stored, json }, stored.revision)
      })
      const copy = must((await request('POST', `things/${original.id}/duplicate`)).doc, 'copy') as { id: string }
      const { json } = must(await app().app.storage.reader.get('things', copy.id), 'stored')
      const { plain, group } = JSON.parse(json) as { plain: unknown; group: unknown }
      expect(group).toEqual({ en: null, de: null })
      expect(plain).toMatchObject({ count: {}, text: {} })
      expect(Array.isArray(plain)).toBe(false)
    })
  })

  describe('a translation can be removed', () => {
    const page = {
      title: { en: 'Home', de: 'Heim' },
      tags: { en: ['a'], de: ['b'] },
      about: { en: { text: 'old', size: 1 }, de: { text: 'alt', size: 2 } },
      story: { en: [{ id: 's1', head: 'one' }], de: [{ id: 's1', head: 'eins' }] },
    }
    const removal = { title: null, tags: null, about: null, story: null }

    it.each([
      ['?locale=de', removal],
      ['?locale=all', { title: { de: null }, tags: { de: null }, about: { de: null }, story: { de: null } }],
    ])('%s: of required fields too, and reads fall back again', async (query, body) => {
      const { id } = await make('pages', page)
      const { status, text } = await request('PATCH', `pages/${id}${query}`, body)
      expect(status, text).toBe(200)
      const { doc } = await request('GET', `pages/${id}?locale=de`)
      expect(doc).toMatchObject({
        title: 'Home',
        tags: ['a'],
        about: { text: 'old', size: 1 },
        story: [{ head: 'one' }],
      })
      const all = (await request('GET', `pages/${id}?locale=all`)).doc
      expect(all).toMatchObject({ title: { en: 'Home', de: null }, about: { de: null }, tags: { de: null } })
      const alone = (await request('GET', `pages/${id}?locale=de&fallback-locale=false`)).doc
      expect(alone).toMatchObject({ title: null, tags: [], about: { text: null, size: null }, story: [] })
    })

    it.each([
      ['?locale=en', { title: null, tags: null }],
      ['', { title: null, tags: null }],
      ['?locale=all', { title: { en: null }, tags: { en: null } }],
      ['?locale=all', { title: null, tags: null }],
    ])('%s: not that of the default locale', async (query, body) => {
      const { id } = await make('pages', page)
      const answer = await app().request('PATCH', `/api/collections/pages/${id}${query}`, { body })
      expect(answer.status).toBe(422)
      const issues = (answer.body.error.issues as { path: string; code: string }[]).map(
        ({ path, code }) => `${path} ${code}`,
      )
      expect(issues.toSorted()).toEqual(['tags required', 'title required'])
    })

    it('a written translation must still be complete', async () => {
      const { id } = await make('pages', page)
      const answer = await app().request('PATCH', `/api/collections/pages/${id}?locale=fr`, {
        body: { title: '', about: { size: 3, text: '' } },
      })
      const issues = (answer.body.error.issues as { path: string; code: string }[]).map(
        ({ path, code }) => `${path} ${code}`,
      )
      expect(issues.toSorted()).toEqual(['about.text required', 'title required'])
    })
  })

  describe('slugs of all locales', () => {
    it('are generated for each locale from its own source', async () => {
      const doc = await make('pages', { title: { en: 'The Home', de: 'Das Heim' }, name: 'My Name' })
      expect(doc).toMatchObject({
        slug: { en: 'the-home', de: 'das-heim' },
        code: 'the-home',
        handle: { en: 'my-name' },
      })
      expect(doc['slug']).not.toHaveProperty('fr')
    })

    it('but not if one was given, or refused', async () => {
      const given = await make('pages', {
        title: { en: 'One', de: 'Eins', fr: 'Un' },
        slug: { de: 'mein', fr: null },
        code: null,
      })
      expect(given).toMatchObject({ slug: { en: 'one', de: 'mein', fr: null }, code: null })
      expect((await make('pages', { title: { en: 'Two' }, slug: null }))['slug']).toEqual({})
    })

    it('in rows as well', async () => {
      const doc = await make('pages', {
        title: { en: 'Three' },
        rows: [{ label: { en: 'A B', de: 'Ä B' } }, { label: { de: 'Nur' } }],
        story: { en: [{ head: 'X Y' }], de: [{ head: 'Z' }] },
      })
      expect(doc).toMatchObject({
        rows: [{ anchor: { en: 'a-b', de: 'a-b' } }, { anchor: { de: 'nur' } }],
        story: { en: [{ anchor: 'x-y' }], de: [{ anchor: 'z' }] },
      })
    })

    it('and an existing one gets a number, unless it was given', async () => {
      await make('pages', { title: { en: 'Taken' } })
      const next = await request('POST', 'pages?locale=all', { title: { en: 'Taken' } })
      expect(next.status).toBe(201)
      expect(next.text).toContain('"taken-2"')
      const given = await request('POST', 'pages?locale=all', { title: { en: 'Taken' }, slug: { en: 'taken' } })
      expect(given.status).toBe(422)
      expect(given.text).toContain('unique')
    })
  })

  describe('null for a group keeps fields that its writer may not clear', () => {
    const about = { en: { text: 'a', note: 'b', secret: 'c' }, de: { text: 'd', secret: 'e' } }
    const closed = { en: { text: 'a', locked: 'b' }, de: { text: 'c', locked: 'd' } }
    const rows = [{ id: 'r1', inner: { en: { a: 'x', b: 'y' }, de: { a: 'z', b: 'w' } } }]
    let id = ''
    beforeEach(async () => {
      const system = app().local.asSystem().collection('guarded')
      const made: unknown = await system.create({ title: 't', about, closed, rows }, { locale: 'all' })
      id = (made as { id: string }).id
    })
    const stored = async () =>
      (await app().local.asSystem().collection('guarded').findOne(id, { locale: 'all' })) as Record<string, unknown>

    it('in all locales', async () => {
      const { status, text } = await request('PATCH', `guarded/${id}?locale=all`, {
        closed: null,
        rows: [{ id: 'r1', inner: null }],
      })
      expect(status, text).toBe(200)
      expect(await stored()).toMatchObject({
        about,
        closed: { en: { text: null, locked: 'b' }, de: { text: null, locked: 'd' } },
        rows: [{ inner: { en: { a: null, b: 'y' }, de: { a: null, b: 'w' } } }],
      })
    })

    it('in one of all locales', async () => {
      const body = { closed: { de: null }, about: { de: null, fr: null } }
      const { status, text } = await request('PATCH', `guarded/${id}?locale=all`, body)
      expect(status, text).toBe(200)
      expect(await stored()).toMatchObject({
        about: { en: about.en, de: { text: null, note: null, secret: 'e' }, fr: null },
        closed: { en: closed.en, de: { text: null, locked: 'd' } },
      })
    })

    it('in one locale', async () => {
      const { status, text } = await request('PATCH', `guarded/${id}?locale=de`, { closed: null, about: null })
      expect(status, text).toBe(200)
      expect(await stored()).toMatchObject({
        about: { en: about.en, de: { text: null, note: null, secret: 'e' } },
        closed: { en: closed.en, de: { text: null, locked: 'd' } },
      })
    })

    it('in a new locale', async () => {
      const { status, text, doc } = await request('POST', 'guarded?locale=all', { title: 'new', closed: null })
      expect(status, text).toBe(201)
      expect(doc).toMatchObject({ closed: { en: { text: null, locked: null } } })
    })
  })
})

describeEachDatabase('content stored by earlier versions (%s)', (dialect) => {
  let end: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const one of end.toReversed()) await one()
    end = []
  })

  it('is repaired by the next migration, once', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    end.push(() => database.remove())
    const { table } = must(resolveApplication(config).collections['things'], 'things')
    const { repair: _repair, ...before } = table
    const options =
      database.config.dialect === 'sqlite'
        ? database.config
        : { dialect: 'postgres' as const, url: database.config.url ?? '' }
    const storage = await openStorage({ database: options, schema: { tables: [before] } })
    await storage.migrations.apply()
    const broken = Object.fromEntries(names.map((name) => [name, { en: name === 'group' ? [] : {}, fr: null }]))
    const content = {
      ...broken,
      text: { en: {}, de: 'Wort', fr: null },
      plain: broken,
      list: [{ id: 'r1', ...broken }],
      parts: [
        { id: 'b1', blockType: 'part', ...broken },
        { id: 'b2', blockType: 'gone', text: { en: {} } },
      ],
    }
    const at = '2026-01-01T00:00:00.000Z'
    const ids = Array.from({ length: 230 }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`)
    await storage.transaction(async (tx) => {
      for (const id of ids)
        await tx.insert(
          'things',
          {
            id,
            revision: 4,
            createdAt: at,
            updatedAt: at,
            json: JSON.stringify(content),
            shape: before.shape,
            columns: {},
          },
          [],
        )
    })
    await storage.close()

    const open = async () => {
      const app = await createApp(
        { ...config, database: database.config },
        { log: createLogger({ level: 'silent' }), migrate: false },
      )
      return app
    }
    const app = await open()
    end.push(() => app.close())
    const { pending } = await app.storage.migrations.status()
    expect(pending).toContainEqual({ description: 'repair things: absent translations', destructive: false })
    await app.migrate()
    expect((await app.storage.migrations.status()).pending).toEqual([])
    const healed = Object.fromEntries(names.map((name) => [name, { en: name === 'data' ? {} : null, fr: null }]))
    for (const id of [ids[0], ids[150], ids.at(-1)]) {
      const { json, revision, updatedAt } = must(await app.storage.reader.get('things', id ?? ''), 'document')
      expect({ revision, updatedAt }).toEqual({ revision: 4, updatedAt: at })
      expect(JSON.parse(json)).toEqual({
        ...healed,
        text: { en: null, de: 'Wort', fr: null },
        plain: healed,
        list: [{ id: 'r1', ...healed }],
        parts: [
          { id: 'b1', blockType: 'part', ...healed },
          { id: 'b2', blockType: 'gone', text: { en: {} } },
        ],
      })
    }
  })

  it('a new database has nothing to repair', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    end.push(() => database.remove())
    const app = await createApp({ ...config, database: database.config }, { log: createLogger({ level: 'silent' }) })
    end.push(() => app.close())
    const { applied, pending } = await app.storage.migrations.status()
    expect(pending).toEqual([])
    expect(applied.filter(({ description }) => description.startsWith('mend'))).toEqual([])
  })
})
