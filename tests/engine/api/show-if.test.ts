import { isShown } from '@quirecms/core/show-if'
import { must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type Where } from 'quirecms'
import { describe, expect, it } from 'vitest'

const everybody = {
  read: () => true,
  create: () => true,
  update: () => true,
  publish: () => true,
  readDrafts: () => true,
}

const isEvent = { kind: { equals: 'event' } } as const

const fields = {
  title: f.text({ required: true }),
  kind: f.select({ options: ['page', 'event'], default: 'page' }),
  seats: f.number(),
  starts: f.date({ required: true, admin: { showIf: isEvent } }),
  note: f.text({
    localized: true,
    required: true,
    admin: { showIf: { and: [isEvent, { seats: { greater_than: 10 } }] } },
  }),
  reason: f.text({ required: ({ data }) => 'seats' in data, admin: { showIf: isEvent } }),
  place: f.group({
    admin: { showIf: isEvent },
    fields: { city: f.text({ required: true }), street: f.group({ fields: { name: f.text({ required: true }) } }) },
  }),
  talks: f.array({
    admin: { showIf: isEvent },
    fields: {
      isOpen: f.checkbox(),
      speaker: f.text({ required: true }),
      price: f.number({ required: true, admin: { showIf: { isOpen: { not_equals: true } } } }),
    },
  }),
  secret: f.text({ required: true, admin: { showIf: isEvent }, access: { create: () => false, update: () => false } }),
} as const

const { secret: _secret, ...open } = fields

const conditional = { kind: f.text(), starts: f.text({ required: true, admin: { showIf: isEvent } }) } as const

const inTranslations = {
  rows: f.array({ localized: true, fields: conditional }),
  details: f.group({ localized: true, fields: { ...conditional, reason: f.text({ required: () => true }) } }),
} as const

const plain = f.array({ localized: true, fields: { name: f.text({ required: true }) } })

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    events: collection({ fields: open, access: everybody }),
    drafts: collection({ fields: open, versions: { drafts: true }, access: everybody }),
    guarded: collection({ fields, access: everybody }),
    translated: collection({
      fields: {
        title: f.text({ localized: true }),
        kind: f.text({ localized: true }),
        ...inTranslations,
        pages: f.array({ fields: inTranslations }),
      },
      access: everybody,
    }),
    translations: collection({
      fields: { ...inTranslations, plain },
      versions: { drafts: true },
      access: everybody,
    }),
    values: collection({
      fields: {
        text: f.text(),
        number: f.number(),
        on: f.checkbox(),
        tags: f.select({ options: ['a', 'b'], many: true }),
      },
      access: everybody,
    }),
  },
})

const missing = (...paths: readonly string[]) => ({
  code: 'validation',
  issues: paths.map((path) => ({ code: 'required', path, message: 'Is required.' })),
})

const whole = {
  title: 'Fair',
  kind: 'event',
  starts: '2027-01-01T00:00:00.000Z',
  place: { city: 'Bern', street: { name: 'Gasse' } },
} as const

onEachDatabase('conditional fields', { config }, (app) => {
  const events = () => app().app.local.collections.events

  it('are required only while they are shown, with their nested fields', async () => {
    expect(await events().create({ title: 'About us' })).toMatchObject({ starts: null, place: { city: null } })
    await expect(events().create({ title: 'Fair', kind: 'event' })).rejects.toMatchObject(
      missing('starts', 'place.city', 'place.street.name'),
    )
    expect(await events().create(whole)).toMatchObject(whole)
  })

  it('are checked against the resulting document, whatever was sent', async () => {
    const { id } = await events().create({ title: 'About us', starts: whole.starts })
    const patch = (data: unknown) =>
      fetch(`${app().url}/api/collections/events/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      })
    const refused = await patch({ kind: 'event' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ error: missing('place.city', 'place.street.name') })
    expect((await patch({ kind: 'event', place: whole.place })).status).toBe(200)
    await expect(events().update(id, { starts: null })).rejects.toMatchObject(missing('starts'))
    // Hidden again, it keeps what it has, and may lose it.
    expect(await events().update(id, { kind: 'page' })).toMatchObject({ starts: whole.starts, place: whole.place })
    expect(await events().update(id, { starts: null, place: { city: null } })).toMatchObject({ starts: null })
  })

  it('may have conditions of several parts, and functions beside them', async () => {
    const { id } = await events().create(whole)
    await expect(events().update(id, { seats: 20 })).rejects.toMatchObject(missing('note', 'reason'))
    await expect(events().update(id, { seats: 5 })).rejects.toMatchObject(missing('reason'))
    expect(await events().update(id, { seats: 20, note: 'Big', reason: 'asked for' })).toMatchObject({ note: 'Big' })
    expect(await events().create({ title: 'A page with seats', seats: 20 })).toMatchObject({ note: null })
  })

  it('are checked row by row, by the fields beside them', async () => {
    const talks = [{ speaker: 'Ann', isOpen: true }, { speaker: 'Bob', price: 3 }, { isOpen: false }]
    await expect(events().create({ ...whole, talks })).rejects.toMatchObject(
      missing('talks.2.speaker', 'talks.2.price'),
    )
    // The rows are hidden, so their required fields may be empty.
    expect(await events().create({ title: 'About us', talks })).toMatchObject({ talks: [{}, {}, { price: null }] })
  })

  it('are required in rows and groups of a locale as in the default one', async () => {
    const { translated } = app().app.local.collections
    const row = { kind: 'event', starts: 'now' }
    const { id, pages } = await translated.create({
      rows: [row],
      details: { reason: 'x' },
      pages: [{ rows: [row], details: { reason: 'x' } }],
    })
    const inGerman = (data: object) =>
      app().request('PATCH', `/api/collections/translated/${id}?locale=de`, { body: data })
    const refused = await inGerman({ rows: [{ kind: 'event' }, { kind: 'page' }, row], details: { kind: 'event' } })
    expect([refused.status, refused.body.error]).toMatchObject([
      422,
      missing('rows.0.starts', 'details.starts', 'details.reason'),
    ])
    const page = must(pages[0], 'page').id
    const deeper = await inGerman({ pages: [{ id: page, rows: [row, { kind: 'event', starts: '' }] }] })
    expect([deeper.status, deeper.body.error]).toMatchObject([422, missing('pages.0.rows.1.starts')])
    expect((await inGerman({ rows: [{ kind: 'page' }], details: { kind: 'page', reason: 'y' } })).status).toBe(200)
    // Writing a locale neither requires nor changes values of other locales.
    const { docs } = await translated.find({ locale: 'all' })
    expect(docs).toMatchObject([{ rows: { de: [{ kind: 'page', starts: null }] }, pages: [{ rows: { en: [row] } }] }])
    const [german] = (await translated.find({ locale: 'de' })).docs.flatMap((doc) => doc.rows)
    const shown = { id: german?.id, kind: 'event' }
    expect((await inGerman({ rows: [shown] })).body.error).toMatchObject(missing('rows.0.starts'))
    expect(
      (await inGerman({ rows: [{ ...shown, starts: 'now' }], details: { kind: 'event', starts: 'now' } })).status,
    ).toBe(200)
    expect((await inGerman({ details: { starts: null } })).body.error).toMatchObject(missing('details.starts'))
    // Null still takes a translation away.
    expect((await inGerman({ details: null, rows: null })).status).toBe(200)
    expect(await translated.findOne(id, { locale: 'de' })).toMatchObject({ rows: [row], details: { reason: 'x' } })
    expect((await inGerman({ title: 'Messe', kind: 'event' })).status).toBe(200)
  })

  it('are required in all locales that are created or written together', async () => {
    const { translated } = app().app.local.collections
    const row = { kind: 'event', starts: 'now' }
    const details = { en: { reason: 'x' } }
    const create = (rows: object) =>
      app().request('POST', '/api/collections/translated?locale=all', { body: { rows, details } })
    expect((await create({ en: [row], de: [{ kind: 'event' }] })).body.error).toMatchObject(missing('rows.0.starts'))
    expect((await create({ en: [row], de: [row] })).status).toBe(201)
    expect((await translated.find({ locale: 'de' })).docs).toMatchObject([{ rows: [row] }])
  })

  it('are required in all locales that are published, including their rows', async () => {
    const { translations } = app().app.local.collections
    const { id } = await translations.create({ rows: [], details: { reason: 'x' } })
    const incomplete = { rows: [{ kind: 'event' }], plain: [{}] }
    await app().request('PATCH', `/api/collections/translations/${id}?locale=de`, { body: incomplete })
    await expect(translations.publish(id)).rejects.toMatchObject(missing('plain.0.name', 'rows.0.starts'))
    expect(await translations.bulk({ action: 'publish', ids: [id] })).toMatchObject({
      results: [{ error: missing('plain.0.name', 'rows.0.starts') }],
    })
    await translations.update(id, { rows: [{ kind: 'page' }], plain: [{ name: 'x' }] }, { locale: 'de' })
    expect(await translations.publish(id)).toMatchObject({ _status: 'published' })
  })

  it('may be missing in a draft, until it is published', async () => {
    const { drafts } = app().app.local.collections
    const { id } = await drafts.create({ title: 'Fair', kind: 'event' })
    await expect(drafts.publish(id)).rejects.toMatchObject(
      missing('starts', 'reason', 'place.city', 'place.street.name'),
    )
    await drafts.update(id, { kind: 'page' })
    expect(await drafts.publish(id)).toMatchObject({ _status: 'published' })
  })

  it('do not bypass rules: only callers with the right to write a hidden field can write it', async () => {
    const { guarded } = app().app.local.collections
    const written = { title: 'About us', secret: 'x' }
    await expect(guarded.create(written)).rejects.toMatchObject({ issues: [{ code: 'forbidden', path: 'secret' }] })
    const { id } = await guarded.create({ title: 'About us' })
    await expect(guarded.update(id, { secret: 'x' })).rejects.toMatchObject({ issues: [{ code: 'forbidden' }] })
    expect(await events().create({ title: 'About us', starts: whole.starts })).toMatchObject({ starts: whole.starts })
    await expect(events().create({ title: 'About us', starts: 'soon' })).rejects.toMatchObject({
      issues: [{ code: 'format', path: 'starts' }],
    })
  })

  it('are described as optional, with their condition', async () => {
    const answer = await fetch(`${app().url}/api/schema`)
    const { manifest } = (await answer.json()) as { manifest: { collections: { events: { fields: object[] } } } }
    expect(manifest.collections.events.fields).toContainEqual(
      expect.objectContaining({ name: 'starts', required: false, admin: { showIf: isEvent } }),
    )
    const described = await fetch(`${app().url}/api/openapi.json`)
    const { components } = (await described.json()) as {
      components: { schemas: Record<string, { required?: string[]; properties?: object }> }
    }
    const needing = Object.values(components.schemas).filter(({ required = [] }) => required.includes('title'))
    expect(needing.length).toBeGreaterThan(0)
    const { create } = Object.fromEntries(
      Object.entries(components.schemas).flatMap(([name, schema]) =>
        /event/i.test(name) && /create/i.test(name) && schema.required?.includes('title') ? [['create', schema]] : [],
      ),
    )
    expect(create?.required).toEqual(['title'])
  })

  it('use the same conditions as queries', async () => {
    const { values } = app().app.local.collections
    for (const data of [
      {},
      { text: 'a', number: 1, on: true, tags: ['a'] },
      { text: 'b', number: 2, on: false, tags: ['a', 'b'] },
      { text: 'b', number: 3 },
    ] as const)
      await values.create(data)
    const { docs } = await values.find({ sort: 'id', limit: 100 })
    const conditions: Where[] = [
      { text: { equals: 'b' } },
      { text: { equals: null } },
      { text: { not_equals: 'b' } },
      { text: { not_equals: null } },
      { text: { in: ['a', 'c'] } },
      { text: { not_in: ['a', 'c'] } },
      { text: { exists: true } },
      { text: { exists: false } },
      { text: { greater_than: 'a' } },
      { number: { greater_than: 1 } },
      { number: { greater_than_equal: 2, less_than: 3 } },
      { number: { less_than_equal: 2 } },
      { on: { equals: true } },
      { on: { not_equals: true } },
      { tags: { equals: 'b' } },
      { tags: { not_equals: 'b' } },
      { tags: { in: ['b'] } },
      { tags: { exists: false } },
      { or: [{ text: { equals: 'a' } }, { number: { equals: 3 } }] },
      { not: { and: [{ text: { equals: 'b' } }, { number: { equals: 3 } }] } },
    ]
    for (const where of conditions) {
      const found = await values.find({ where: where as never, sort: 'id', limit: 100 })
      const shown = docs.filter((doc) => isShown(where, doc as never))
      expect([where, shown.map(({ id }) => id)]).toEqual([where, found.docs.map(({ id }) => id)])
    }
  })
})

describe('a condition', () => {
  it('that is invalid shows the field', () => {
    expect(isShown(undefined, {})).toBe(true)
  })
})
