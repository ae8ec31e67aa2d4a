import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const editors = ({ actor }: RuleArguments) => actor !== null
const open = { read: everybody, create: everybody, update: everybody, delete: everybody, publish: everybody }

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        title: f.text(),
        comments: f.join({ collection: 'comments', on: 'post', limit: 4, where: { spam: { not_equals: true } } }),
        all: f.join({ collection: 'comments', on: 'post' }),
        more: f.group({ fields: { notes: f.join({ collection: 'notes', on: 'post', sort: 'text' }) } }),
        unseen: f.join({ collection: 'comments', on: 'post', hidden: true }),
      },
      versions: { drafts: true },
      access: { ...open, readDrafts: editors },
    }),
    comments: collection({
      fields: {
        text: f.text({ localized: true }),
        rank: f.number(),
        spam: f.checkbox(),
        secret: f.text({ access: { read: editors } }),
        pin: f.text({ hidden: true }),
        blocked: f.checkbox(),
        post: f.relationship({ to: 'posts' }),
        by: f.relationship({ to: 'people' }),
      },
      trash: true,
      versions: { drafts: true },
      access: {
        ...open,
        read: (args) => editors(args) || { blocked: { not_equals: true } },
        readDrafts: editors,
      },
    }),
    notes: collection({
      fields: { text: f.text(), post: f.relationship({ to: 'posts' }) },
      access: { ...open, read: editors },
    }),
    people: collection({ fields: { name: f.text() }, access: open }),
  },
})

const actors = { ann: { id: '01890000-0000-7000-8000-00000000000a', collection: 'users' } }
const POSTS = '/api/collections/posts'

onEachDatabase('the parameter joins', { config, actors }, (app) => {
  const system = () => app().app.local.asSystem().collections
  let post: string
  let other: string
  const ids: string[] = []

  beforeEach(async () => {
    post = (await system().posts.create({ title: 'One' })).id
    other = (await system().posts.create({ title: 'Two' })).id
    await system().posts.publish(post)
    await system().posts.publish(other)
    await system().notes.create({ text: 'n', post })
  })

  async function comment(): Promise<void> {
    const ada = await system().people.create({ name: 'Ada' })
    for (let rank = 0; rank < 8; rank += 1) {
      const { id } = await system().comments.create({
        text: `T${rank}`,
        rank,
        spam: rank === 1,
        blocked: rank === 2,
        secret: `s${rank}`,
        pin: `p${rank}`,
        post,
        by: rank % 2 === 0 ? ada.id : null,
      })
      await system().comments.update(id, { text: `D${9 - rank}` }, { locale: 'de' })
      await system().comments.publish(id)
      ids[rank] = id
    }
  }

  async function read(joins: unknown, query = '', as?: 'ann') {
    const path = `${POSTS}/${post}?joins=${encodeURIComponent(JSON.stringify(joins))}${query}`
    return app().request('GET', path, as ? { as } : {})
  }
  async function ranks(joins: unknown, query = '', as?: 'ann', name = 'comments') {
    const { status, text, body } = await read(joins, query, as)
    expect(status, text).toBe(200)
    const { docs, totalDocs, hasNextPage } = body.doc[name]
    return [docs.map((id: string) => ids.indexOf(id)), totalDocs, hasNextPage]
  }
  async function refused(joins: unknown, as?: 'ann') {
    const { status, text, body } = await read(joins, '', as)
    expect([status, body.error?.code], text).toEqual([400, 'invalid_query'])
    return body.error.issues.map(({ code, path }: Record<string, string>) => [code, path])
  }

  it('sets limit, sort and filter', async () => {
    await comment()
    expect(await ranks({})).toEqual([[7, 6, 5, 4], 6, true])
    expect(await ranks({ comments: {} })).toEqual([[7, 6, 5, 4], 6, true])
    expect(await ranks({ comments: { limit: 1 } })).toEqual([[7], 6, true])
    expect(await ranks({ comments: { limit: 2, sort: 'createdAt' } })).toEqual([[0, 3], 6, true])
    expect(await ranks({ comments: { sort: ['spam', '-rank'], limit: 3 } })).toEqual([[7, 6, 5], 6, true])
    expect(await ranks({ comments: { where: { rank: { less_than: 5 } } } })).toEqual([[4, 3, 0], 3, false])
    expect(await ranks({ comments: { where: { 'by.name': { equals: 'Ada' } }, sort: 'rank' } })).toEqual([
      [0, 4, 6],
      3,
      false,
    ])
    expect(await ranks({ comments: { where: { rank: { equals: 99 } } } })).toEqual([[], 0, false])
  })

  it('uses the sort of the join without its own', async () => {
    const notes: Record<string, string> = {}
    for (const text of ['z', 'a']) notes[(await system().notes.create({ text, post })).id] = text
    const texts = async (sort: string | string[]) => {
      const { body } = await read({ 'more.notes': { sort } }, '', 'ann')
      return body.doc.more.notes.docs.map((id: string) => notes[id] ?? 'n')
    }
    expect(await texts([])).toEqual(['a', 'n', 'z'])
    expect(await texts('createdAt')).toEqual(['n', 'z', 'a'])
  })

  it('stays within the filter of the join, and what the caller may read', async () => {
    await comment()
    expect(await ranks({ comments: { where: { spam: { equals: true } } } })).toEqual([[], 0, false])
    expect(await ranks({ comments: { where: { rank: { equals: 2 } } } })).toEqual([[], 0, false])
    expect(await ranks({ comments: { where: { or: [{ rank: { equals: 1 } }, { rank: { equals: 2 } }] } } })).toEqual([
      [],
      0,
      false,
    ])
    expect(await ranks({ comments: { where: { rank: { equals: 2 } } } }, '', 'ann')).toEqual([[2], 1, false])
    // Other joins of the document keep their configured options.
    expect(await ranks({ comments: { limit: 1 } }, '', undefined, 'all')).toEqual([[7, 6, 5, 4, 3, 1, 0], 7, false])
  })

  it('works in lists, cursor pages, writes and populations', async () => {
    await comment()
    const joins = encodeURIComponent(JSON.stringify({ comments: { limit: 1, sort: 'rank' } }))
    const first = { docs: [ids[0]], totalDocs: 6, hasNextPage: true }
    const none = { docs: [], totalDocs: 0, hasNextPage: false }
    const expected = [{ comments: first }, { comments: none }]
    const list = await app().request('GET', `${POSTS}?sort=title&joins=${joins}`)
    expect(list.body.docs).toMatchObject(expected)
    const start = await app().request('GET', `${POSTS}?sort=title&limit=1&after=&joins=${joins}`)
    expect(start.body.docs).toMatchObject([{ comments: first }])
    // A cursor doesn't depend on presentation parameters.
    const cursor = encodeURIComponent(start.body.pagination.nextCursor)
    const next = await app().request('GET', `${POSTS}?sort=title&limit=1&after=${cursor}`)
    expect(next.body.docs).toMatchObject([{ id: other }])
    const written = await app().request('PATCH', `${POSTS}/${post}?joins=${joins}`, {
      as: 'ann',
      body: { title: 'One' },
    })
    expect(written.body.doc.comments).toEqual({ ...first, totalDocs: 7 })
    const populated = await app().request('GET', `${POSTS}/${post}?depth=1&joins=${joins}`)
    expect(populated.body.doc.comments.docs).toMatchObject([{ id: ids[0], rank: 0 }])
    const counted = await app().request('GET', `${POSTS}/count?joins=${joins}`)
    expect([counted.status, counted.body]).toEqual([200, { count: 2 }])
    const selected = await app().request('GET', `${POSTS}/${post}?select={"title":true}&joins=${joins}`)
    expect(selected.body.doc).not.toHaveProperty('comments')
  })

  it('is typed in process, and applies to the system', async () => {
    await comment()
    const { comments, more, unseen } = await system().posts.findOne(post, {
      joins: {
        comments: { limit: 2, sort: '-rank', where: { pin: { in: ['p3', 'p4', 'p5'] } } },
        'more.notes': { where: { text: { equals: 'n' } } },
        unseen: { limit: 1, sort: 'rank' },
      },
    })
    expect(comments).toEqual({ docs: [ids[5], ids[4]], totalDocs: 3, hasNextPage: true })
    expect(more.notes).toMatchObject({ totalDocs: 1 })
    expect(unseen).toEqual({ docs: [ids[0]], totalDocs: 8, hasNextPage: true })
    const found: string[] = []
    for await (const { comments: some } of system().posts.each({ joins: { comments: { limit: 1 } } }))
      found.push(...some.docs)
    expect(found).toEqual([ids[7]])
  })

  it('is an object in process, too', async () => {
    const wrong = system().posts.findOne(post, { joins: [] as never })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_query', issues: [{ code: 'type', path: 'joins' }] })
  })

  it('uses the locale of the read', async () => {
    await comment()
    const byText = { comments: { sort: 'text', limit: 2 } }
    expect(await ranks(byText)).toEqual([[0, 3], 6, true])
    expect(await ranks(byText, '&locale=de')).toEqual([[7, 6], 6, true])
    expect(await ranks({ comments: { where: { text: { equals: 'D5' } } } }, '&locale=de')).toEqual([[4], 1, false])
    expect(await ranks({ comments: { where: { text: { equals: 'D5' } } } })).toEqual([[], 0, false])
    expect(await ranks({ comments: { where: { 'text.de': { equals: 'D5' } } } }, '&locale=all')).toEqual([
      [4],
      1,
      false,
    ])
  })

  it('finds live copies for the public, drafts with draft=true, and nothing in the trash', async () => {
    await comment()
    const drafted = { comments: { where: { rank: { greater_than: 6 } }, sort: '-rank' } }
    await system().comments.update(ids[3] as string, { rank: 30 })
    expect(await ranks(drafted)).toEqual([[7], 1, false])
    expect(await ranks(drafted, '&draft=true', 'ann')).toEqual([[3, 7], 2, false])
    await system().comments.update(ids[3] as string, { rank: 3 })
    await system().comments.delete(ids[7] as string)
    expect(await ranks(drafted)).toEqual([[], 0, false])
    await system().comments.restoreDeleted(ids[7] as string)
    expect(await ranks(drafted)).toEqual([[7], 1, false])
  })

  describe('is refused', () => {
    it.each<[string, unknown, string[][]]>([
      ['what is no object', [], [['format', 'joins']]],
      ['an unknown name', { nothing: {} }, [['unknown_field', 'joins.nothing']]],
      ['a field that is no join', { title: { limit: 1 } }, [['unknown_field', 'joins.title']]],
      ['a hidden join', { unseen: { limit: 1 } }, [['unknown_field', 'joins.unseen']]],
      ['a group', { more: {} }, [['unknown_field', 'joins.more']]],
      ['the name of a join without its group', { notes: {} }, [['unknown_field', 'joins.notes']]],
      ['true', { comments: true }, [['type', 'joins.comments']]],
      ['an unknown option', { comments: { page: 2 } }, [['unknown_field', 'joins.comments.page']]],
      ['more than the join lists', { comments: { limit: 5 } }, [['type', 'joins.comments.limit']]],
      ['more than joins list by default', { all: { limit: 11 } }, [['type', 'joins.all.limit']]],
      ['none', { comments: { limit: 0 } }, [['type', 'joins.comments.limit']]],
      ['a limit in words', { comments: { limit: '2' } }, [['type', 'joins.comments.limit']]],
      ['half a limit', { comments: { limit: 1.5 } }, [['type', 'joins.comments.limit']]],
      ['no limit', { comments: { limit: null } }, [['type', 'joins.comments.limit']]],
      ['an unknown order', { comments: { sort: '-nothing' } }, [['unknown_field', 'joins.comments.sort.nothing']]],
      ['an order of no text', { comments: { sort: 7 } }, [['type', 'joins.comments.sort']]],
      [
        'too many orders',
        { comments: { sort: Array.from({ length: 11 }, () => 'rank') } },
        [['max', 'joins.comments.sort']],
      ],
      ['a query of no object', { comments: { where: 'x' } }, [['type', 'joins.comments.where']]],
      ['a wrong value', { comments: { where: { rank: { equals: 'x' } } } }, [['type', 'joins.comments.where.rank']]],
      [
        'too many conditions',
        { comments: { where: { or: Array.from({ length: 101 }, () => ({ rank: { equals: 1 } })) } } },
        [['max', 'joins.comments.where.or']],
      ],
      [
        'what the caller may not read',
        { comments: { where: { secret: { equals: 's3' } }, sort: 'secret' } },
        [
          ['unknown_field', 'joins.comments.where.secret'],
          ['unknown_field', 'joins.comments.sort.secret'],
        ],
      ],
      [
        'what is hidden',
        { comments: { where: { pin: { equals: 'p3' } }, sort: 'pin' } },
        [
          ['unknown_field', 'joins.comments.where.pin'],
          ['unknown_field', 'joins.comments.sort.pin'],
        ],
      ],
      [
        'a field of a collection that the caller may not read',
        { 'more.notes': { where: { text: { equals: 'n' } } } },
        [['unknown_field', 'joins.more.notes.where.text']],
      ],
      [
        'everything at once',
        { nothing: {}, comments: { limit: 99, sort: 'x', where: { y: { equals: 1 } } }, all: { limit: 0 } },
        [
          ['unknown_field', 'joins.nothing'],
          ['type', 'joins.comments.limit'],
          ['type', 'joins.all.limit'],
          ['unknown_field', 'joins.comments.where.y'],
          ['unknown_field', 'joins.comments.sort.x'],
        ],
      ],
    ])('%s', async (_, joins, issues) => {
      expect(await refused(joins)).toEqual(issues)
    })

    it('together with all other issues, and nothing is written', async () => {
      const query = 'bogus=1&select={"nowhere":true}&joins={"nothing":{}}&limit=1000'
      const list = await app().request('GET', `${POSTS}?${query}&where={"none":{"equals":1}}`)
      expect(list.body.error.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(
        ['bogus', 'joins.nothing', 'limit', 'select.nowhere', 'where.none'].toSorted(),
      )
      const before = await system().posts.findOne(other, { draft: true })
      const wrong = `${POSTS}/${other}?joins={"comments":{"sort":"nothing"}}`
      const write = await app().request('PATCH', wrong, { body: { title: 'Changed' } })
      expect(write.body.error.issues).toMatchObject([{ path: 'joins.comments.sort.nothing' }])
      expect(await system().posts.findOne(other, { draft: true })).toEqual(before)
    })

    it('with more search words than a request may contain, wherever they are', async () => {
      const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
      const asks = (count: number) => ({ where: { or: [{ text: { like: words(count) } }] } })
      const list = (joins: object, where: object) =>
        app().request(
          'GET',
          `${POSTS}?${new URLSearchParams({ joins: JSON.stringify(joins), where: JSON.stringify(where) }).toString()}`,
        )
      expect(await refused({ comments: asks(30), all: asks(21) })).toEqual([['max', 'joins']])
      expect(await refused({ comments: asks(51) })).toEqual([['max', 'joins.comments.where']])
      expect((await read({ comments: asks(30), all: asks(20) })).status).toBe(200)
      const both = await list({ all: asks(1) }, { title: { like: words(50) } })
      expect(both.body.error.issues).toMatchObject([{ code: 'max', path: 'joins' }])
      // Other texts of a query are not searched.
      const compared = { title: { like: words(49), not_equals: words(50) } }
      expect((await list({ all: asks(1) }, compared)).status).toBe(200)
      const { posts } = system()
      expect((await posts.find({ joins: { comments: asks(40), all: asks(40) } })).docs).toHaveLength(2)
    })

    it('with more conditions, or steps into other documents, than a request may contain, wherever they are', async () => {
      const repeat = (count: number, condition: object) => ({ or: Array.from({ length: count }, () => condition) })
      const ranked = (count: number) => ({ where: repeat(count, { rank: { equals: 1 } }) })
      const list = async (joins: object, where: object) => {
        const query = new URLSearchParams({ joins: JSON.stringify(joins), where: JSON.stringify(where) })
        const { status, body } = await app().request('GET', `${POSTS}?${query.toString()}`)
        return status === 200 ? status : body.error.issues.map((issue: { path: string }) => issue.path)
      }
      expect(await refused({ comments: ranked(60), all: ranked(41) })).toEqual([['max', 'joins']])
      expect((await read({ comments: ranked(60), all: ranked(40) })).status).toBe(200)
      const titled = (count: number) => repeat(count, { title: { equals: 'x' } })
      expect(await list({ all: ranked(1) }, titled(100))).toEqual(['joins'])
      expect(await list({ all: ranked(1) }, titled(99))).toBe(200)
      // Two steps each: 25 in the query and 26 in the join exceed the limit by two.
      const far = (count: number) => repeat(count, { 'post.all.rank': { equals: 1 } })
      const near = (count: number) => repeat(count, { 'all.post.title': { equals: 'x' } })
      expect(await list({ all: { where: far(26) } }, near(25))).toEqual(['joins'])
      expect(await list({ all: { where: far(25) } }, near(25))).toBe(200)
      expect(await list({ all: ranked(1) }, { and: [titled(60), titled(41)] })).toEqual(['where'])
      const { posts } = system()
      const asked = { where: { or: Array.from({ length: 60 }, () => ({ rank: { equals: 1 } })) } }
      expect((await posts.find({ joins: { comments: asked, all: asked } })).docs).toHaveLength(2)
    })

    it('if there is no join', async () => {
      const { status, body } = await app().request('GET', '/api/collections/people?joins={}')
      expect([status, body.error.code]).toEqual([400, 'invalid_query'])
      expect(body.error.issues).toMatchObject([{ path: 'joins' }])
    })
  })

  it('hides collections that the caller may not read; their joins stay empty', async () => {
    await comment()
    expect(await ranks({ 'more.notes': { limit: 3, sort: '-createdAt' } })).toEqual([[7, 6, 5, 4], 6, true])
    const { body } = await read({ 'more.notes': { limit: 3, sort: '-createdAt' } })
    expect(body.doc.more.notes).toEqual({ docs: [], totalDocs: 0, hasNextPage: false })
    const { body: seen } = await read({ 'more.notes': { where: { text: { equals: 'n' } } } }, '', 'ann')
    expect(seen.doc.more.notes).toMatchObject({ totalDocs: 1 })
  })

  it('may show what the caller reads, if other callers do not', async () => {
    await comment()
    expect(await ranks({ comments: { where: { secret: { equals: 's3' } } } }, '', 'ann')).toEqual([[3], 1, false])
  })
})
