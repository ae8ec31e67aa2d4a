import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const nobody = () => false
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const config = defineConfig({
  collections: {
    people: collection({
      defaultSort: ['-born', 'name'],
      fields: {
        name: f.text(),
        aliases: f.text({ many: true, maxLength: 10 }),
        scores: f.number({ many: true, integer: true, min: 0 }),
        visits: f.date({ many: true }),
        mails: f.email({ many: true }),
        links: f.url({ many: true }),
        born: f.date({ only: 'day' }),
      },
      access,
    }),
    secrets: collection({
      defaultSort: '-rank',
      fields: { name: f.text(), rank: f.number({ access: { read: nobody } }) },
      access,
    }),
  },
})

onEachDatabase('lists of texts, numbers and dates', { config }, (app) => {
  const people = () => app().app.local.collections.people
  const names = async (where: unknown) => {
    const { body } = await app().request(
      'GET',
      `/api/collections/people?sort=name&where=${encodeURIComponent(JSON.stringify(where))}`,
    )
    return body.docs?.map(({ name }: { name: string }) => name) ?? body.error.code
  }

  it('are stored unchanged, dates in their stored form', async () => {
    const doc = await people().create({
      name: 'Ann',
      aliases: ['A', 'B'],
      scores: [3, 1],
      visits: ['2026-03-01', '2026-03-01T10:00:00+02:00'],
      mails: ['a@example.com'],
      links: ['https://example.com', '/x'],
      born: '1990-05-17',
    })
    expect(doc).toMatchObject({
      aliases: ['A', 'B'],
      scores: [3, 1],
      visits: ['2026-03-01T00:00:00.000Z', '2026-03-01T08:00:00.000Z'],
      born: '1990-05-17',
    })
    expect(await people().create({ name: 'Bob' })).toMatchObject({ aliases: [], scores: [], visits: [], born: null })
  })

  it.each([
    [{ aliases: 'A' }, 'type', 'aliases'],
    [{ aliases: ['A', 7] }, 'type', 'aliases.1'],
    [{ aliases: ['x'.repeat(11)] }, 'max_length', 'aliases.0'],
    [{ scores: [1, -1] }, 'min', 'scores.1'],
    [{ visits: ['soon'] }, 'format', 'visits.0'],
    [{ visits: ['2026-01-31T00:00:00.000Z', '2026-02-30T00:00:00.000Z'] }, 'format', 'visits.1'],
    [{ visits: ['2026-01-32T00:00:00.000Z'] }, 'format', 'visits.0'],
    [{ mails: ['nobody'] }, 'format', 'mails.0'],
    [{ links: ['javascript:alert(1)'] }, 'format', 'links.0'],
    [{ born: '2026-02-30' }, 'format', 'born'],
    [{ born: '2026-02-03T00:00:00Z' }, 'format', 'born'],
  ])('refuses %j', async (body, code, path) => {
    const answer = await app().request('POST', '/api/collections/people', { body })
    expect(answer).toMatchObject({ status: 422, body: { error: { issues: [{ code, path }] } } })
  })

  it('are found by their elements', async () => {
    await people().create({
      name: 'Ann',
      aliases: ['A', 'B'],
      scores: [1, 2],
      visits: ['2026-03-01'],
      born: '1990-05-17',
    })
    await people().create({ name: 'Bob', aliases: ['B'], scores: [2], born: '1991-01-01' })
    expect(await names({ aliases: { contains: 'B' } })).toEqual(['Ann', 'Bob'])
    expect(await names({ aliases: { all: ['A', 'B'] } })).toEqual(['Ann'])
    expect(await names({ aliases: { equals: ['B'] } })).toEqual(['Bob'])
    expect(await names({ scores: { in: [1] } })).toEqual(['Ann'])
    expect(await names({ visits: { contains: '2026-03-01T02:00:00+02:00' } })).toEqual(['Ann'])
    expect(await names({ visits: { exists: false } })).toEqual(['Bob'])
    expect(await names({ scores: { greater_than: 1 } })).toBe('invalid_query')
    expect(await names({ born: { less_than: '1991-01-01' } })).toEqual(['Ann'])
  })

  it('are sorted as the collection says, unless the reader may not read the sort field', async () => {
    await people().create({ name: 'Ann', born: '1990-05-17' })
    await people().create({ name: 'Cid', born: '1991-01-01' })
    await people().create({ name: 'Bob', born: '1991-01-01' })
    expect((await people().find()).docs.map(({ name }) => name)).toEqual(['Bob', 'Cid', 'Ann'])
    expect((await people().find({ sort: [] })).docs.map(({ name }) => name)).toEqual(['Bob', 'Cid', 'Ann'])
    expect((await people().find({ sort: 'name' })).docs.map(({ name }) => name)).toEqual(['Ann', 'Bob', 'Cid'])
    const secrets = app().app.local.asSystem().collections.secrets
    for (const [name, rank] of Object.entries({ low: 1, high: 9, middle: 5 })) await secrets.create({ name, rank })
    const { body } = await app().request('GET', '/api/collections/secrets')
    expect(body.docs.map(({ name }: { name: string }) => name)).toEqual(['middle', 'high', 'low'])
    expect((await secrets.find()).docs.map(({ name }) => name)).toEqual(['high', 'middle', 'low'])
  })

  it('accept dates, and days only as days', async () => {
    const at = new Date('2026-03-01T08:00:00Z')
    await people().create({ name: 'Ann', visits: [at], born: '1990-05-17' })
    const { docs } = await people().find({
      where: { visits: { contains: at }, createdAt: { less_than: new Date(8e12) } },
    })
    expect(docs).toMatchObject([{ name: 'Ann', visits: [at.toISOString()] }])
    expect(await names({ born: { equals: '1990-05-17' } })).toEqual(['Ann'])
    expect(await names({ born: { less_than: '1990-05-18' } })).toEqual(['Ann'])
    for (const wrong of ['1990-05-17T00:00:00Z', '1990-02-30', 'yesterday', 7])
      expect(await names({ born: { greater_than: wrong } })).toBe('invalid_query')
    expect(await names({ born: { in: ['1990-05-17', 'x'] } })).toBe('invalid_query')
  })
})
