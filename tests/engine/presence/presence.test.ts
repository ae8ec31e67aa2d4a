import { audit } from '@quirecms/audit'
import { type AnyTestApp, onEachDatabase } from '@quirecms/testkit'
import { type RuleArguments, collection, defineConfig, f, global } from 'quirecms'
import { describe, expect, it } from 'vitest'
import { deleteExpired } from '../../../packages/core/src/engine/expired-records.ts'
import { freshAddress, makeUser, signedIn } from '../auth/people.ts'

const everybody = () => true
const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const ownOrEditor = (rule: RuleArguments) => isEditor(rule) || { author: { equals: rule.actor?.id ?? '' } }

/** Articles with drafts, notes without, a global; users whose names not everyone may read. */
const config = defineConfig({
  changes: true,
  admin: { users: 'users' },
  server: { rateLimit: false },
  plugins: [audit()],
  collections: {
    users: collection({
      auth: { apiKeys: true },
      trash: true,
      fields: { name: f.text({ access: { read: isEditor } }), role: f.text(), hidden: f.checkbox() },
      access: {
        read: (rule) => rule.actor !== null && (isEditor(rule) || { hidden: { not_equals: true } }),
        delete: isEditor,
      },
    }),
    articles: collection({
      trash: true,
      versions: { drafts: true },
      fields: { title: f.text(), author: f.text() },
      access: {
        read: everybody,
        readDrafts: ownOrEditor,
        create: isEditor,
        update: ownOrEditor,
        delete: isEditor,
        publish: isEditor,
      },
    }),
    notes: collection({ fields: { text: f.text() }, access: { read: everybody } }),
  },
  globals: { site: global({ fields: { name: f.text() }, access: { read: everybody } }) },
})

const START = Date.parse('2030-01-01T10:00:00.000Z')

describe('presence', () => {
  let now = START
  onEachDatabase('on each database', { config, clock: () => new Date(now) }, (app) => {
    const system = () => app().app.local.asSystem().collections

    async function person(name: string, role = 'editor', more: object = {}) {
      now = START
      const email = freshAddress(name.toLowerCase())
      const { id } = await makeUser(app(), { email, name, role, ...more })
      const { byToken: headers, byCookie } = await signedIn(app(), email)
      return {
        id,
        headers,
        byCookie,
        ask: (method: string, path: string) => app().request(method, path, { headers }),
        here: async (path: string) => (await app().request('POST', `${path}/presence`, { headers })).body.here,
      }
    }
    const article = async (data: object = {}) =>
      `/api/collections/articles/${(await system().articles.create({ title: 'One', ...data })).id}`
    const rows = (userId: string) => app().app.storage.reader.records.count('presence', { userId })

    it('lists other users whose last heartbeat is within 45 s, and since when they are present', async () => {
      const [ann, ben] = [await person('Ann'), await person('Ben')]
      const path = await article()
      expect(await ann.here(path)).toEqual([])
      now += 10_000
      expect(await ben.here(path)).toEqual([
        { user: { collection: 'users', id: ann.id }, name: 'Ann', since: new Date(START).toISOString() },
      ])
      now += 10_000
      expect(await ann.here(path)).toMatchObject([{ name: 'Ben', since: new Date(START + 10_000).toISOString() }])
      // Ben's presence has expired.
      now += 40_000
      expect(await ann.here(path)).toEqual([])
      now += 10_000
      expect(await ben.here(path)).toMatchObject([{ name: 'Ann', since: new Date(START).toISOString() }])
      await ann.ask('DELETE', `${path}/presence`)
      expect(await ben.here(path)).toEqual([])
      expect(await ben.here(await article())).toEqual([])
    })

    it('is listed however many others are invisible to the caller', async () => {
      const [ann, ben] = [await person('Ann'), await person('Ben', 'author')]
      const own = await article({ author: ben.id })
      await ann.here(own)
      const seenAt = new Date(now + 1).toISOString()
      const others = Array.from({ length: 150 }, (_, index) => ({
        owner: 'articles',
        documentId: `hidden-${index}`,
        userCollection: 'users',
        userId: `somebody-${index % 3}`,
        since: seenAt,
        seenAt,
      }))
      await app().app.storage.transaction(async ({ records }) => {
        for (const one of others) await records.add('presence', one)
      })
      const { body } = await ben.ask('GET', '/api/collections/articles/presence')
      expect(body.documents.map(({ id }: { id: string }) => id)).toEqual([own.split('/').at(-1)])
      await app().app.storage.transaction(({ records }) => records.remove('presence', { seenAt }))
    })

    it('is listed for a collection, for documents that the caller may read as drafts', async () => {
      const [ann, ben, cleo] = [await person('Ann'), await person('Ben', 'author'), await person('Cleo')]
      const [own, other] = [await article({ author: ben.id }), await article()]
      const { id: live } = await system().articles.create({ title: 'Live' })
      await system().articles.publish(live)
      for (const path of [own, other, `/api/collections/articles/${live}`]) await ann.here(path)
      const list = async (who: typeof ann) =>
        (await who.ask('GET', '/api/collections/articles/presence')).body.documents as { id: string; here: object[] }[]
      expect((await list(cleo)).map(({ id }) => id).toSorted()).toEqual(
        [own, other, live].map((path) => path.split('/').at(-1) ?? '').toSorted(),
      )
      // Ben may read live documents, but learns nothing about edits.
      expect(await list(ben)).toEqual([
        {
          id: own.split('/').at(-1),
          here: [
            expect.objectContaining({
              name: expect.stringMatching(/^ann-/),
              user: { collection: 'users', id: ann.id },
            }),
          ],
        },
      ])
      expect(await list(ann)).toEqual([])
      now += 46_000
      expect(await list(cleo)).toEqual([])
    })

    it('is hidden from callers who may not read the document, and from anonymous ones', async () => {
      const [ann, ben] = [await person('Ann'), await person('Ben', 'author')]
      const path = await article()
      await ann.here(path)
      const outcome = async (method: string, url: string, headers?: Record<string, string>) => {
        const { status, body } = await app().request(method, url, { ...(headers && { headers }) })
        return body.error?.code ?? status
      }
      for (const method of ['POST', 'DELETE']) {
        expect(await outcome(method, `${path}/presence`, ben.headers)).toBe('not_found')
        expect(await outcome(method, `${path}/presence`)).toBe('not_found')
        expect(await outcome(method, '/api/collections/articles/nonsense/presence', ann.headers)).toBe('not_found')
      }
      expect(await outcome('GET', '/api/collections/articles/presence')).toBe('unauthenticated')
      // Even without drafts and with public reads, presence needs a signed-in user.
      expect(await outcome('GET', '/api/collections/notes/presence')).toBe('unauthenticated')
      expect(await outcome('POST', '/api/globals/site/presence')).toBe('unauthenticated')
      expect(await outcome('POST', '/api/globals/site/presence', ben.headers)).toBe(200)
      expect(await ann.here('/api/globals/site')).toMatchObject([{ user: { id: ben.id }, name: 'Ben' }])
    })

    it('shows no name that the caller may not read', async () => {
      const [ann, ben, ghost] = [
        await person('Ann'),
        await person('Ben', 'author'),
        await person('Ghost', 'editor', { hidden: true }),
      ]
      const { id } = await system().notes.create({ text: 'One' })
      const path = `/api/collections/notes/${id}`
      await ann.here(path)
      await ghost.here(path)
      const seen = await ben.here(path)
      expect(seen).toMatchObject([
        // Authors may not read names, so only Ann's id is left.
        { user: { id: ann.id }, name: expect.stringMatching(/^ann-/) },
        { user: null, name: null },
      ])
      expect(JSON.stringify(seen)).not.toMatch(/Ann|Ghost|ghost-/)
      expect(JSON.stringify(seen)).not.toContain(ghost.id)
    })

    it('ends with the document, with the user, and after a minute without heartbeat', async () => {
      const [ann, ben] = [await person('Ann'), await person('Ben')]
      const path = await article()
      const id = path.split('/').at(-1) ?? ''
      await ann.here(path)
      await ben.here(path)
      expect([await rows(ann.id), await rows(ben.id)]).toEqual([1, 1])
      await system().users.delete(ben.id)
      expect([await rows(ann.id), await rows(ben.id)]).toEqual([1, 0])
      await system().articles.delete(id)
      expect(await rows(ann.id)).toBe(0)
      await ann.here(await article())
      // Swept every 10 s: entries not renewed for 45 s are gone within a minute.
      const sweep = () =>
        deleteExpired.run(
          {
            runtime: { storage: app().app.storage, manifest: app().app.manifest, clock: () => new Date(now) },
          } as never,
          new AbortController().signal,
        )
      now += 44_000
      await sweep()
      expect(await rows(ann.id)).toBe(1)
      now += 2000
      await sweep()
      expect(await rows(ann.id)).toBe(0)
    })

    it('is limited to 50 open documents per user', async () => {
      const ann = await person('Ann')
      const [seenAt, others] = [
        new Date(now).toISOString(),
        { owner: 'articles', userCollection: 'users', userId: ann.id },
      ]
      await app().app.storage.transaction(async ({ records }) => {
        for (let count = 0; count < 50; count += 1)
          await records.insert('presence', { ...others, documentId: `open-${count}`, since: seenAt, seenAt })
      })
      const { status, body } = await ann.ask('POST', `${await article()}/presence`)
      expect([status, body.error.code]).toEqual([409, 'conflict'])
      expect(await rows(ann.id)).toBe(50)
    })

    it('is not recorded in the audit log', async () => {
      const ann = await person('Ann')
      const path = await article()
      const before = await entries(app(), ann.headers)
      await ann.here(path)
      await ann.ask('DELETE', `${path}/presence`)
      await ann.ask('POST', '/api/collections/articles/nonsense/presence')
      expect(await entries(app(), ann.headers)).toBe(before)
    })

    it('is visible to a key that may read drafts of the collection, and to no other', async () => {
      const ann = await person('Ann')
      const path = await article()
      const keyed = async (actions: readonly string[]) => {
        const { body } = await app().request('POST', '/api/auth/api-keys', {
          headers: ann.byCookie,
          body: { name: 'key', scopes: { collections: { articles: actions } } },
        })
        expect(body.key, JSON.stringify(body)).toBeTypeOf('string')
        const { status } = await app().request('POST', `${path}/presence`, {
          headers: { authorization: `Bearer ${body.key}` },
        })
        return status
      }
      expect(await keyed(['read', 'readDrafts', 'presence'])).toBe(200)
      expect(await keyed(['read', 'readDrafts'])).toBe(403)
    })
  })
})

async function entries(app: AnyTestApp, headers: Record<string, string>): Promise<number> {
  const { body } = await app.request('GET', '/api/plugins/audit/entries?limit=1', { headers })
  return body.pagination.totalDocs
}
