import { docOf, onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { paintShop } from './color-application.ts'

const WHERE = (query: object) => `where=${encodeURIComponent(JSON.stringify(query))}`

onEachDatabase('a field type of a plugin', { config: paintShop }, (app) => {
  const paints = () => app().app.local.collections.paints
  const names = async (query: string) => {
    const { body } = await app().request('GET', `/api/collections/paints?sort=name&${query}`)
    return (body.docs as { name: string }[]).map(({ name }) => name)
  }
  const someTones = async () => {
    for (const [name, tone] of [
      ['black', '#000'],
      ['blue', '#00f'],
      ['green', '#0f0'],
      ['orange', '#ff8800'],
      ['white', '#FFFFFF'],
    ] as const)
      await paints().create({ name, tone })
  }

  it('stores values in its own form, wherever the field is', async () => {
    const { body, status } = await app().request('POST', '/api/collections/paints', {
      body: {
        name: 'all',
        tone: '#F80',
        code: '#ABCDEF',
        named: '#0F0',
        palette: ['#00F', '#112233'],
        layers: [{ tone: '#FFF' }],
        parts: [{ blockType: 'stripe', tone: '#EEE' }],
      },
    })
    expect(status).toBe(201)
    expect(body.doc).toMatchObject({
      tone: '#ff8800',
      code: '#abcdef',
      shelf: null,
      named: '#00ff00',
      palette: ['#0000ff', '#112233'],
      wall: { paint: '#ffffff' },
      layers: [{ tone: '#ffffff' }],
      parts: [{ blockType: 'stripe', tone: '#eeeeee' }],
    })
    const brand = await app().request('GET', '/api/globals/brand')
    expect(docOf(brand)).toMatchObject({ main: '#0066cc' })
  })

  it('reports invalid values in its own words', async () => {
    const { body, status } = await app().request('POST', '/api/collections/paints', {
      body: { name: 'wrong', tone: 'orange', code: 7, layers: [{ tone: null }], palette: ['#fff', '#12'] },
    })
    expect(status).toBe(422)
    const issues = (body.error.issues as { path: string; code: string; message: string }[]).map(
      ({ path, code, message }) => `${path} ${code} ${message}`,
    )
    expect(issues.toSorted()).toEqual([
      'code type Must be a colour such as #ff8800.',
      'layers.0.tone required Is required.',
      'palette.1 format Must be a colour such as #ff8800.',
      'tone format Must be a colour such as #ff8800.',
    ])
  })

  it('finds documents by its operators, in every notation of a colour', async () => {
    await someTones()
    expect(await names(WHERE({ tone: { equals: '#F80' } }))).toEqual(['orange'])
    expect(await names(WHERE({ tone: { in: ['#FFF', '#000000'] } }))).toEqual(['black', 'white'])
    expect(await names(WHERE({ tone: { not_in: ['#FFF', '#000000', '#00f'] } }))).toEqual(['green', 'orange'])
    expect(await names(WHERE({ shelf: { exists: true } }))).toEqual([])
  })

  it('refuses unknown values and operators', async () => {
    const ask = async (query: object) => (await app().request('GET', `/api/collections/paints?${WHERE(query)}`)).body
    expect(await ask({ tone: { equals: 'orange' } })).toMatchObject({
      error: { code: 'invalid_query', issues: [{ message: expect.stringContaining('a colour such as #ff8800') }] },
    })
    expect(await ask({ tone: { like: 'f' } })).toMatchObject({ error: { code: 'invalid_query' } })
    expect(await ask({ 'tone.hue': { equals: 1 } })).toMatchObject({ error: { code: 'invalid_query' } })
    expect(await ask({ 'tone.lightness': { equals: '1' } })).toMatchObject({ error: { code: 'invalid_query' } })
    expect(await ask({ 'tone.lightness': { like: '1' } })).toMatchObject({ error: { code: 'invalid_query' } })
    expect(await ask({ 'tone.constructor': { exists: true } })).toMatchObject({ error: { code: 'invalid_query' } })
  })

  it('finds and sorts by parts of a value', async () => {
    await someTones()
    expect(await names(WHERE({ 'tone.lightness': { greater_than: 0.5 } }))).toEqual(['green', 'orange', 'white'])
    expect(await names(WHERE({ 'tone.lightness': { equals: 1 } }))).toEqual(['white'])
    expect(await names(WHERE({ 'tone.lightness': { in: [0, 1] } }))).toEqual(['black', 'white'])
    expect(await names(WHERE({ 'tone.red': { greater_than_equal: 255 }, 'tone.blue': { less_than: 255 } }))).toEqual([
      'orange',
    ])
    expect(await names(WHERE({ not: { 'tone.green': { less_than: 136 } } }))).toEqual(['green', 'orange', 'white'])
    expect(await names(WHERE({ 'shelf.lightness': { exists: false } }))).toHaveLength(5)
    const { body } = await app().request('GET', '/api/collections/paints?sort=-tone.lightness')
    expect((body.docs as { name: string }[]).map(({ name }) => name)).toEqual([
      'white',
      'green',
      'orange',
      'blue',
      'black',
    ])
  })

  it('is paged by cursor in the order of a part', async () => {
    await someTones()
    const seen: string[] = []
    const nextFrom = async (after: string) => {
      const { docs, pagination } = await paints().find({ sort: 'tone.lightness', limit: 2, after })
      seen.push(...docs.map(({ name }) => name))
      return pagination.nextCursor
    }
    for (let after: string | null = ''; after !== null && seen.length < 10; ) after = await nextFrom(after)
    expect(seen).toEqual(['black', 'blue', 'orange', 'green', 'white'])
  })

  it('counts distinct values of a part', async () => {
    await someTones()
    const { body } = await app().request('GET', '/api/collections/paints/distinct?field=tone.red')
    expect(body.values).toEqual([
      { value: 0, count: 3 },
      { value: 255, count: 2 },
    ])
  })

  it('finds parts through lists, rows, blocks, locales and other documents', async () => {
    await someTones()
    const { id } = await paints().create({
      name: 'many',
      tone: '#010101',
      named: '#ffffff',
      palette: ['#000000', '#fefefe'],
      layers: [{ tone: '#0000fe' }],
      parts: [{ blockType: 'stripe', tone: '#00fe00' }],
    })
    await paints().update(id, { named: '#000' }, { locale: 'de' })
    expect(await names(WHERE({ 'palette.red': { equals: 254 } }))).toEqual(['many'])
    expect(await names(WHERE({ palette: { contains: '#FEFEFE' } }))).toEqual(['many'])
    expect(await names(WHERE({ palette: { equals: ['#000', '#FEFEFE'] } }))).toEqual(['many'])
    expect(await names(WHERE({ 'layers.tone.blue': { equals: 254 } }))).toEqual(['many'])
    expect(await names(WHERE({ layers: { some: { 'tone.blue': { equals: 254 } } } }))).toEqual(['many'])
    expect(await names(WHERE({ 'parts.stripe.tone.green': { equals: 254 } }))).toEqual(['many'])
    expect(await names(WHERE({ 'named.lightness': { equals: 1 } }))).toEqual(['many'])
    expect(await names(`locale=de&${WHERE({ 'named.lightness': { equals: 1 } })}`)).toEqual([])
    expect(await names(`locale=all&${WHERE({ 'named.de.lightness': { equals: 0 } })}`)).toEqual(['many'])
    const { rooms } = app().app.local.collections
    const room = await rooms.create({ paint: id, accent: '#fff' })
    await rooms.publish(room.id)
    const far = await rooms.find({ where: { 'paint.tone.red': { equals: 1 } }, sort: 'paint.tone.lightness' })
    expect(far.docs.map((doc) => doc.id)).toEqual([room.id])
    for (const sort of ['palette.red', 'layers.tone.blue'])
      expect((await app().request('GET', `/api/collections/paints?sort=${sort}`)).status).toBe(400)
  })

  it('is unique in its stored form', async () => {
    await paints().create({ name: 'one', tone: '#000', code: '#ABC' })
    await expect(paints().create({ name: 'two', tone: '#000', code: '#aabbcc' })).rejects.toMatchObject({
      issues: [{ path: 'code', code: 'unique' }],
    })
  })

  it('is restored from versions, and published with a draft', async () => {
    const { id } = await paints().create({ name: 'one', tone: '#111' })
    await paints().update(id, { tone: '#222' })
    expect(await paints().version(id, 1)).toMatchObject({ data: { tone: '#111111' } })
    expect(await paints().restore(id, 1)).toMatchObject({ tone: '#111111' })
    const { rooms } = app().app.local.collections
    // A draft may lack what is required.
    const room = await rooms.create({})
    await expect(rooms.publish(room.id)).rejects.toMatchObject({ issues: [{ path: 'accent', code: 'required' }] })
    await rooms.update(room.id, { accent: '#F00' })
    expect(await rooms.publish(room.id)).toMatchObject({ accent: '#ff0000', _status: 'published' })
  })

  it('is changed in a list, element by element', async () => {
    const { id } = await paints().create({ name: 'one', tone: '#111', palette: ['#111'] })
    await paints().update(id, { palette: { append: ['#222'] } })
    expect(await paints().update(id, { palette: { remove: ['#111'] } })).toMatchObject({ palette: ['#222222'] })
  })

  it('is in the schema and in the description of the API', async () => {
    const { body: schema } = await app().request('GET', '/api/schema')
    const fields = schema.manifest.collections.paints.fields as { name: string }[]
    expect(fields.find(({ name }) => name === 'tone')).toMatchObject({
      type: 'color',
      swatches: ['#ff8800', '#0066cc'],
      operators: ['equals', 'not_equals', 'in', 'not_in', 'exists'],
      parts: { lightness: { type: 'number', sortable: true, operators: expect.arrayContaining(['greater_than']) } },
    })
    const { body: openApi } = await app().request('GET', '/api/openapi.json')
    expect(openApi.components.schemas.PaintsCreate.properties.tone).toMatchObject({ type: 'string', maxLength: 7 })
  })
})
