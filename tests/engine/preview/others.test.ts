import { docOf, onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { bearer, codeOf, tokenOf } from './studio.ts'

const isEditor = ({ actor }: RuleArguments) => actor !== null
const ofTenant = ({ actor }: RuleArguments) => actor !== null && { tenant: { equals: actor['tenant'] } }

const config = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), tenant: f.text() }, access: { read: isEditor } }),
    people: collection({
      auth: true,
      fields: { name: f.text(), phone: f.text({ access: { read: isEditor } }) },
      access: { read: () => true },
    }),
    posts: collection({
      versions: { drafts: true },
      fields: {
        title: f.text(),
        note: f.text({ access: { read: isEditor } }),
        next: f.relationship({ to: 'posts' }),
        author: f.relationship({ to: 'users' }),
        person: f.relationship({ to: 'people' }),
        secret: f.relationship({ to: 'secrets' }),
        record: f.relationship({ to: 'records' }),
        before: f.join({ collection: 'posts', on: 'next', sort: 'title' }),
        secrets: f.join({ collection: 'secrets', on: 'about', sort: 'title' }),
      },
      access: { read: () => true, readDrafts: ({ actor }) => actor !== null && { title: { not_equals: 'Locked' } } },
    }),
    secrets: collection({
      versions: { drafts: true },
      fields: {
        title: f.text(),
        pin: f.text(),
        about: f.relationship({ to: 'posts' }),
        owner: f.relationship({ to: 'users' }),
      },
      access: { read: isEditor, readDrafts: isEditor },
    }),
    records: collection({ fields: { name: f.text(), tenant: f.text() }, access: { read: ofTenant } }),
  },
})

onEachDatabase('other documents in a preview', { config }, (app) => {
  let made = 0
  const system = () => app().app.local.asSystem()
  async function signUp() {
    made += 1
    const [email, password] = [`maker${made}@example.com`, 'correct horse']
    const { id } = await system().auth.users.createUser({ data: { email, name: 'Maker', tenant: 'a' }, password })
    const { token } = await app().app.local.auth.users.login({ email, password })
    return { id, headers: { authorization: `Session ${token}` } }
  }
  async function scene() {
    const maker = await signUp()
    const email = `p${made}@example.com`
    const password = 'correct horse'
    const person = await system().auth.people.createUser({
      data: { email, name: 'Pia', phone: 'phone of Pia' },
      password,
    })
    const record = await system().collections.records.create({ name: 'Ours', tenant: 'a' })
    const other = await system().collections.records.create({ name: 'Theirs', tenant: 'b' })
    const next = await system().collections.posts.create({ title: 'Live', note: 'n', record: other.id })
    await system().collections.posts.publish(next.id)
    await system().collections.posts.update(next.id, { title: 'Working' })
    const secret = await system().collections.secrets.create({ title: 'Secret', pin: 'pin of ours', owner: maker.id })
    const post = await system().collections.posts.create({
      title: 'Shown',
      note: 'mine',
      next: next.id,
      author: maker.id,
      person: person.id,
      secret: secret.id,
      record: record.id,
    })
    await system().collections.secrets.update(secret.id, { about: post.id })
    return { maker, person, record, next, secret, post, path: `collections/posts/${post.id}` }
  }
  const mint = (path: string, as: object, body?: object) =>
    app().request('POST', `/api/preview/${path}/token`, { ...as, ...(body && { body }) })
  const look = (path: string, token: string, query: object = {}) => {
    const asked = Object.entries(query).map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return `${name}=${encodeURIComponent(text)}`
    })
    return app().request('GET', `/api/preview/${path}?${asked.join('&')}`, bearer(token))
  }

  it('are those that the public reads, and drafts in publicly readable collections', async () => {
    const { maker, person, record, next, secret, post, path } = await scene()
    const token = tokenOf(await mint(path, maker))
    const answer = await look(path, token, { depth: 5 })
    expect(docOf(answer)).toMatchObject({
      title: 'Shown',
      note: 'mine',
      next: { id: next.id, title: 'Working', _status: 'draft' },
      author: maker.id,
      person: { id: person.id, name: 'Pia' },
      secret: secret.id,
      record: record.id,
      secrets: { docs: [], totalDocs: 0 },
    })
    expect(docOf(answer)).toMatchObject({ next: { before: { docs: [{ id: post.id, title: 'Shown' }] } } })
    for (const hidden of ['maker', 'phone of Pia', 'pin of ours', 'Theirs', 'Ours', '"note":"n"'])
      expect([hidden, answer.text.includes(hidden)]).toEqual([hidden, false])
  })

  it('are drafts that the creator may read, and otherwise live copies', async () => {
    const { maker, next, path } = await scene()
    const token = tokenOf(await mint(path, maker))
    await system().collections.posts.update(next.id, { title: 'Locked' })
    expect(docOf(await look(path, token, { depth: 1 }))).toMatchObject({ next: { title: 'Live' } })
    await system().collections.posts.unpublish(next.id)
    expect(docOf(await look(path, token, { depth: 1 }))).toMatchObject({ next: next.id })
  })

  it('are opened by the paths in the token, with the rights of its creator, while it lasts', async () => {
    const { maker, record, secret, path } = await scene()
    const populate = {
      author: { select: { name: true } },
      secret: { select: { title: true } },
      secrets: true,
      record: true,
    }
    const token = tokenOf(await mint(path, maker, { populate }))
    const opened = {
      author: { id: maker.id, name: 'Maker' },
      secret: { id: secret.id, title: 'Secret' },
      record: { id: record.id, name: 'Ours' },
      secrets: { docs: [{ id: secret.id, pin: 'pin of ours', owner: maker.id }], totalDocs: 1 },
    }
    for (const query of [{}, { depth: 3 }, { populate }, { populate: { ...populate, author: true, secret: true } }]) {
      const doc = docOf(await look(path, token, query))
      expect(doc).toMatchObject(opened)
      expect([doc['author'], doc['secret']]).toEqual([opened.author, opened.secret])
    }
    expect(docOf(await look(path, token, { depth: 0 }))).toMatchObject({ author: maker.id, secret: secret.id })
    const narrow = docOf(await look(path, token, { populate: { secrets: { select: { title: true } } } }))
    expect(narrow).toMatchObject({ author: maker.id, secrets: { docs: [{ id: secret.id, title: 'Secret' }] } })
    expect(JSON.stringify(narrow)).not.toContain('pin of ours')
    await system().collections.records.update(record.id, { tenant: 'b' })
    expect(docOf(await look(path, token))).toMatchObject({ record: record.id })
  })

  it('are opened at nested paths only if the token names them', async () => {
    const { maker, next, path } = await scene()
    await system().collections.posts.update(next.id, { author: maker.id })
    const one = tokenOf(await mint(path, maker, { populate: { next: true } }))
    expect(docOf(await look(path, one, { depth: 2 }))).toMatchObject({ next: { note: 'n', author: maker.id } })
    const both = tokenOf(await mint(path, maker, { populate: { next: { populate: { author: true } } } }))
    expect(docOf(await look(path, both, { depth: 2 }))).toMatchObject({ next: { author: { name: 'Maker' } } })
    expect(docOf(await look(path, both))).toMatchObject({ next: { author: { name: 'Maker' } } })
  })

  it('are refused for unknown paths, and for too many', async () => {
    const { maker, path } = await scene()
    const wrong = await mint(path, maker, { populate: { nothing: true, next: { populate: { none: true } } } })
    expect(codeOf(wrong)).toEqual([422, 'validation'])
    expect(wrong.body.error.issues.map(({ path: at }: { path: string }) => at)).toEqual([
      'populate.nothing',
      'populate.next.populate.none',
    ])
    expect(codeOf(await mint(path, maker, { more: true }))).toEqual([422, 'validation'])
    let deep: object = { next: true }
    for (let level = 0; level < 5; level += 1) deep = { next: { populate: deep } }
    expect(codeOf(await mint(path, maker, { populate: deep }))).toEqual([422, 'validation'])
    const long = {
      author: { select: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, true])) },
    }
    expect(codeOf(await mint(path, maker, { populate: long }))).toEqual([422, 'validation'])
  })
})
