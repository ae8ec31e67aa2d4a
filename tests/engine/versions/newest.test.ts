import { onEachDatabase } from '@quirecms/testkit'
import { expect, it } from 'vitest'
import { actors, setup } from './newsroom.ts'

const OWN = actors.author.id
const newest = { draft: 'newest' } as const

onEachDatabase('the newest copy that the caller may read', setup, (app) => {
  const as = (actor: keyof typeof actors) => app().app.local.as(actors[actor]).collections
  const anybody = () => app().app.local.collections

  async function make(
    title: string,
    owner: string,
    { live = false, draft = '', ...data }: Record<string, unknown> = {},
  ) {
    const { articles } = as('editor')
    const { id } = await articles.create({ title, owner, ...data })
    if (live) await articles.publish(id)
    if (draft !== '') await articles.update(id, { title: String(draft) })
    return id
  }

  /** Of the author and of others: drafts, published documents, and published ones with newer drafts. */
  async function six() {
    return {
      ownDraft: await make('Own draft', OWN),
      ownLive: await make('Own live', OWN, { live: true }),
      ownChanged: await make('Own old', OWN, { live: true, draft: 'Own new' }),
      otherDraft: await make('Her draft', 'x'),
      otherLive: await make('Her live', 'x', { live: true }),
      otherChanged: await make('Her old', 'x', { live: true, draft: 'Her new' }),
    }
  }

  const titles = (docs: readonly { title: unknown }[]) => docs.map(({ title }) => title)

  it('is listed, counted, selected and distinguished, each document once', async () => {
    const ids = await six()
    const seen = [
      ['Her live', 'published'],
      ['Her old', 'published'],
      ['Own draft', 'draft'],
      ['Own live', 'published'],
      ['Own new', 'draft'],
    ]
    const { articles } = as('author')
    const { docs, pagination } = await articles.find({ ...newest, sort: 'title' })
    expect(docs.map(({ title, _status }) => [title, _status])).toEqual(seen)
    expect(docs.map(({ id }) => id)).toEqual([
      ids.otherLive,
      ids.otherChanged,
      ids.ownDraft,
      ids.ownLive,
      ids.ownChanged,
    ])
    expect(pagination).toMatchObject({ totalDocs: 5, totalPages: 1 })
    expect(await articles.count(newest)).toEqual({ count: 5 })
    expect((await articles.selection(newest)).totalDocs).toBe(5)
    expect(new Set((await articles.selection(newest)).ids)).toEqual(new Set(docs.map(({ id }) => id)))
    expect(await articles.distinct({ field: 'owner', ...newest })).toEqual({
      values: [
        { value: OWN, count: 3 },
        { value: 'x', count: 2 },
      ],
      truncated: false,
    })
    expect((await articles.distinct({ field: 'title', ...newest })).values.map(({ value }) => value)).toEqual(
      seen.map(([title]) => title),
    )
  })

  it('is the live copy for callers who may read no drafts, and the draft for callers who may read all', async () => {
    await six()
    const live = ['Her live', 'Her old', 'Own live', 'Own old']
    const working = ['Her draft', 'Her live', 'Her new', 'Own draft', 'Own live', 'Own new']
    expect(titles((await anybody().articles.find({ ...newest, sort: 'title' })).docs)).toEqual(live)
    expect(titles((await as('editor').articles.find({ ...newest, sort: 'title' })).docs)).toEqual(working)
    expect(await anybody().articles.count(newest)).toEqual({ count: 4 })
    expect(await as('editor').articles.count(newest)).toEqual({ count: 6 })
    const asked = await app().request('GET', '/api/collections/articles?draft=newest')
    const plain = await app().request('GET', '/api/collections/articles')
    expect([asked.status, asked.text]).toEqual([200, plain.text])
  })

  it('is what filters apply to: values of the other copy match nothing', async () => {
    await six()
    const { articles } = as('author')
    const found = async (where: object) => titles((await articles.find({ ...newest, where, sort: 'title' })).docs)
    expect(await found({ title: { equals: 'Own new' } })).toEqual(['Own new'])
    expect(await found({ title: { equals: 'Own old' } })).toEqual([])
    expect(await found({ title: { equals: 'Her new' } })).toEqual([])
    expect(await found({ title: { equals: 'Her draft' } })).toEqual([])
    expect(await found({ title: { like: 'old' } })).toEqual(['Her old'])
    expect(await found({ _status: { equals: 'draft' } })).toEqual(['Own draft', 'Own new'])
    expect(await found({ _publishedRevision: { equals: null } })).toEqual(['Own draft'])
    expect(await found({ not: { title: { contains: 'live' } } })).toEqual(['Her old', 'Own draft', 'Own new'])
    expect(await articles.count({ ...newest, where: { title: { equals: 'Own old' } } })).toEqual({ count: 0 })
  })

  it('changes to the other copy as soon as the rule decides otherwise', async () => {
    const id = await make('Mine', OWN, { live: true })
    await as('editor').articles.update(id, { title: 'Taken', owner: 'x' })
    expect(await as('author').articles.findOne(id, newest)).toMatchObject({ title: 'Mine', _status: 'published' })
    const given = await make('Hers', 'x', { live: true })
    await as('editor').articles.update(given, { title: 'Given', owner: OWN })
    expect(await as('author').articles.findOne(given, newest)).toMatchObject({ title: 'Given', _status: 'draft' })
    expect(titles((await as('author').articles.find({ ...newest, sort: 'title' })).docs)).toEqual(['Given', 'Mine'])
  })

  it('is read by its id, with its own ETag', async () => {
    const ids = await six()
    const read = async (id: string, etag?: string) => {
      const { status, body, headers } = await app().request(
        'GET',
        `/api/collections/articles/${id}?draft=newest&select={"title":true}`,
        {
          as: 'author',
          ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
        },
      )
      return {
        status,
        title: (body as { doc?: { title: string } } | null)?.doc?.title,
        etag: headers.get('etag') ?? '',
      }
    }
    expect(await read(ids.ownDraft)).toMatchObject({
      status: 200,
      title: 'Own draft',
      etag: expect.stringMatching(/^"1-/),
    })
    expect(await read(ids.ownChanged)).toMatchObject({ title: 'Own new', etag: expect.stringMatching(/^"3-/) })
    expect(await read(ids.otherDraft)).toMatchObject({ status: 404 })
    const before = await read(ids.otherChanged)
    expect(before).toMatchObject({ title: 'Her old', etag: expect.stringMatching(/^"2-/) })
    await as('editor').articles.update(ids.otherChanged, { title: 'Her newest' })
    expect(await read(ids.otherChanged, before.etag)).toMatchObject({ status: 304 })
    await as('editor').articles.publish(ids.otherChanged)
    expect(await read(ids.otherChanged, before.etag)).toMatchObject({ status: 200, title: 'Her newest' })
  })

  it('comes in pages that neither overlap nor omit anything', async () => {
    await six()
    await make('Last', OWN, { live: true, draft: 'First', rank: 3 })
    const { articles } = as('author')
    for (const sort of ['title', '-title', '-createdAt', 'updatedAt', ['rank', '-title']] as const) {
      const all = (await articles.find({ ...newest, sort, limit: 100 })).docs
      expect(all).toHaveLength(6)
      const paged = []
      for (const page of [1, 2, 3]) paged.push(...(await articles.find({ ...newest, sort, limit: 2, page })).docs)
      expect(paged).toEqual(all)
      const behind = []
      for (let after: string | null = ''; after !== null && behind.length <= 6; ) {
        const page: { docs: object[]; pagination: { nextCursor: string | null } } = await articles.find({
          ...newest,
          sort,
          limit: 2,
          after,
        })
        behind.push(...page.docs)
        after = page.pagination.nextCursor
      }
      expect(behind).toEqual(all)
    }
    const { pagination } = await articles.find({ ...newest, limit: 1, after: '' })
    await expect(articles.find({ draft: true, limit: 1, after: String(pagination.nextCursor) })).rejects.toMatchObject({
      code: 'invalid_query',
    })
  })

  it('is followed by relationships, joins and paths', async () => {
    const { topics } = as('editor')
    const sea = (await topics.create({ name: 'Sea', owner: 'x' })).id
    await topics.publish(sea)
    await topics.update(sea, { name: 'Hidden sea' })
    const air = (await topics.create({ name: 'Wind', owner: OWN })).id
    await topics.publish(air)
    await topics.update(air, { name: 'Air' })
    const unseen = (await topics.create({ name: 'Unseen', owner: 'x' })).id
    await make('In sea', 'x', { live: true, topic: sea })
    await make('In air', OWN, { topic: air })
    await make('Nowhere', OWN, { topic: unseen })
    await make('At sea', OWN, { topic: sea, live: true, draft: 'By sea' })
    const { articles } = as('author')
    const { docs } = await articles.find({ ...newest, sort: 'topic.name', depth: 1 })
    const names = docs.map(({ title, topic }) => [title, (topic as { name?: string } | null)?.name])
    expect(names).toEqual([
      ['Nowhere', undefined],
      ['In air', 'Air'],
      ['In sea', 'Sea'],
      ['By sea', 'Sea'],
    ])
    expect(docs[0]?.topic).toBe(unseen)
    const behind: unknown[] = []
    for (let after: string | null = ''; after !== null && behind.length < 9; ) {
      const page: { docs: { title: unknown }[]; pagination: { nextCursor: string | null } } = await articles.find({
        ...newest,
        sort: '-topic.name',
        limit: 1,
        after,
      })
      behind.push(...titles(page.docs))
      after = page.pagination.nextCursor
    }
    expect(behind).toEqual(['By sea', 'In sea', 'In air', 'Nowhere'])
    const found = async (name: string) =>
      (await articles.count({ ...newest, where: { 'topic.name': { equals: name } } })).count
    expect([await found('Sea'), await found('Air'), await found('Hidden sea'), await found('Wind')]).toEqual([
      2, 1, 0, 0,
    ])
    const joined = await as('author').topics.findOne(sea, { ...newest, populate: { articles: true } })
    expect(joined).toMatchObject({ name: 'Sea', articles: { totalDocs: 2, hasNextPage: false } })
    expect(titles(joined.articles.docs as { title: unknown }[])).toEqual(['By sea', 'In sea'])
    const byTitle = { where: { 'articles.title': { equals: 'At sea' } }, ...newest } as const
    expect(await as('author').topics.count(byTitle)).toEqual({ count: 0 })
  })

  it('is not followed through more drafts than the limit, with an error', async () => {
    const { articles } = as('author')
    const asked = (...steps: string[]) => ({ where: { [[...steps, 'name'].join('.')]: { exists: false } }, ...newest })
    const far = ['topic', 'articles', 'topic', 'articles', 'topic']
    await expect(articles.count(asked(...far.slice(0, 3)) as object)).resolves.toEqual({ count: 0 })
    const refusal = { code: 'invalid_query', issues: [{ code: 'max', path: `where.${far.join('.')}.name` }] }
    await expect(articles.count(asked(...far) as object)).rejects.toMatchObject(refusal)
    await expect(articles.count(asked(...far) as object)).rejects.toThrow(/is too long: a path may take/)
    await expect(articles.count({ ...asked(...far), draft: false })).resolves.toEqual({ count: 0 })
  })

  it('is counted over all collections and found in all of them', async () => {
    await six()
    const local = app().app.local.as(actors.author)
    expect((await local.counts(newest)).counts).toMatchObject({ articles: 5, topics: 0 })
    const found = async (q: string) =>
      (await local.search({ q, collections: 'articles', ...newest })).results.map(({ title, _status }) => [
        title,
        _status,
      ])
    expect(await found('Own new')).toEqual([['Own new', 'draft']])
    expect(await found('Own old')).toEqual([])
    expect(await found('Her old')).toEqual([['Her old', 'published']])
    expect(await found('Her new')).toEqual([])
  })

  it('determines the capabilities of a document and of a global', async () => {
    const ids = await six()
    const may = async (id: string) => (await as('author').articles.access({ id, ...newest })).operations.read
    expect(await Promise.all([ids.ownDraft, ids.ownChanged, ids.otherChanged, ids.otherDraft].map(may))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const { front } = app().app.local.as(actors.editor).globals
    await front.update({ headline: 'Live' })
    await front.publish()
    await front.update({ headline: 'Draft' })
    expect(await front.get(newest)).toMatchObject({ headline: 'Draft' })
    expect(await app().app.local.as(actors.author).globals.front.get(newest)).toMatchObject({ headline: 'Live' })
  })

  it('shows trashed documents in the trash', async () => {
    const { ownDraft, ownChanged, otherLive } = await six()
    await as('editor').articles.bulk({ action: 'delete', ids: [ownDraft, ownChanged, otherLive] })
    const { articles } = as('author')
    expect(titles((await articles.find({ ...newest, sort: 'title' })).docs)).toEqual(['Her old', 'Own live'])
    expect(titles((await articles.find({ ...newest, trash: true, sort: 'title' })).docs)).toEqual([
      'Own draft',
      'Own new',
    ])
  })

  it('cannot be restored as, or used with a single copy', async () => {
    const id = await make('One', OWN, { live: true })
    const said = async (method: string, path: string) => {
      const { status, body } = await app().request(method, path, { as: 'editor' })
      return [status, JSON.stringify(body)]
    }
    for (const path of ['', '/count', `/${id}`])
      expect(await said('GET', `/api/collections/articles${path}?draft=latest`)).toEqual([
        400,
        expect.stringContaining('true, false or newest'),
      ])
    expect(await said('POST', `/api/collections/articles/${id}/restore/1?draft=newest`)).toEqual([
      400,
      expect.stringContaining('true or false'),
    ])
    expect(await said('GET', '/api/collections/notes?draft=newest')).toEqual([400, expect.anything()])
  })
})
