import { onEachDatabase } from '@quirecms/testkit'
import { collection, createLogger, defineConfig, f, type HookArguments, QuireError } from 'quirecms'
import { beforeEach, describe, expect, it } from 'vitest'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

/** The failing part of the application, and its error. */
let failing = ''
let failure: () => unknown = () => undefined
const fails = (name: string) => (failing === name ? failure() : undefined)

const paths: string[] = []
const circle: Record<string, unknown> = {}
circle['self'] = circle

const config = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ localized: true }),
        loud: f.virtual({ value: ({ doc }) => fails('virtual') ?? `${doc['title'] as string}!` }),
        note: f.text({ hooks: { afterRead: [() => fails('field hook')] } }),
        group: f.group({
          fields: {
            inner: f.text({ hooks: { afterRead: [() => fails('inner hook')] } }),
            quiet: f.virtual({ value: () => fails('inner virtual') ?? 'hush' }),
          },
        }),
        ruled: f.text({
          access: {
            read: () => {
              fails('rule')
              return true
            },
          },
        }),
        others: f.relationship({ to: 'posts', many: true }),
      },
      hooks: {
        afterRead: [
          ({ doc }: HookArguments) => ({ ...doc, first: 'seen' }),
          ({ doc }: HookArguments) => {
            if (failing === 'hook' && doc) (doc as Record<string, unknown>)['title'] = 'half done'
            return fails('hook')
          },
        ],
      },
      access,
    }),
    lists: collection({
      fields: {
        rows: f.array({
          localized: true,
          fields: { text: f.text({ hooks: { afterRead: [({ path }) => void paths.push(path)] } }) },
        }),
      },
      access,
    }),
    users: collection({
      auth: {},
      fields: {
        name: f.text({
          access: {
            read: () => {
              fails('user rule')
              return true
            },
          },
        }),
      },
      access,
    }),
  },
})

const lines: { level: string; msg: string; err?: { message: string } }[] = []
const log = createLogger({
  level: 'error',
  destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
})

onEachDatabase('application code that fails on a read', { config, log }, (app) => {
  const request = (method: string, path: string, body?: object) =>
    app().request(method, `/api/collections/posts${path}`, body && { body })
  let id = ''

  beforeEach(async () => {
    failing = ''
    const made = await request('POST', '', { title: 'One', note: 'n', group: { inner: 'i' }, ruled: 'r' })
    id = (made.body as { doc: { id: string } }).doc.id
    lines.length = 0
  })

  const whole = {
    title: 'One',
    loud: 'One!',
    note: 'n',
    group: { inner: 'i', quiet: 'hush' },
    ruled: 'r',
    first: 'seen',
  }
  const cases: readonly (readonly [part: string, doc: object, logged: string])[] = [
    ['virtual', { ...whole, loud: null }, 'the virtual field "loud" in "posts" failed on a read'],
    ['inner virtual', { ...whole, group: { inner: 'i', quiet: null } }, 'the virtual field "group.quiet" in "posts"'],
    ['field hook', { ...whole, note: null }, 'afterRead of the field "note" in "posts"'],
    [
      'inner hook',
      { ...whole, group: { inner: null, quiet: 'hush' } },
      'afterRead of the field "group.inner" in "posts"',
    ],
    ['hook', whole, 'afterRead in "posts" failed on a read'],
  ]
  const failures: Readonly<Record<string, () => unknown>> = {
    'throws an error': () => {
      throw new Error('broken')
    },
    'throws one of ours': () => {
      throw new QuireError('forbidden', 'broken')
    },
    'throws something else': () => {
      // oxlint-disable-next-line typescript/only-throw-error -- application code may
      throw { code: 'ECONNRESET', message: 'broken' }
    },
    'rejects later': () => Promise.reject(new Error('broken')),
    'makes a circle': () => circle,
    'makes what JSON has no word for': () => ({ big: 10n }),
  }

  describe.each(Object.entries(failures))('%s', (_name, made) => {
    it.each(cases)('%s: returns null, and the rest unchanged, on reads and writes', async (part, doc, logged) => {
      failure = made
      failing = part
      const read = await request('GET', `/${id}`)
      expect(read.status, read.text).toBe(200)
      expect(read.body.doc).toMatchObject(doc)
      expect(lines.map(({ msg }) => msg)).toEqual([expect.stringContaining(logged)])

      const list = await request('GET', '')
      expect(list.body.docs).toMatchObject([doc])
      const created = await request('POST', '', { title: 'Two' })
      expect(created.status, created.text).toBe(201)
      const changed = await request('PATCH', `/${id}`, { ruled: 'x' })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.body.doc).toMatchObject({ ...doc, revision: 2, ruled: 'x' })
      const copied = await request('POST', `/${id}/duplicate`)
      expect(copied.status, copied.text).toBe(201)
      expect((await request('DELETE', `/${id}`)).status).toBe(200)
    })
  })

  it('one failing field of a long list is logged once', async () => {
    for (let index = 0; index < 20; index += 1) await request('POST', '', { title: `P${index}` })
    failure = () => {
      throw new Error('broken')
    }
    failing = 'virtual'
    lines.length = 0
    expect((await request('GET', '?limit=20')).body.docs).toHaveLength(20)
    expect(lines).toHaveLength(1)
  })

  describe('a write is answered although reading it back fails', () => {
    beforeEach(() => {
      failing = 'rule'
      failure = () => {
        throw new Error('broken')
      }
    })

    it.each([
      ['POST', '', { title: 'Two' }, 201],
      ['PATCH', '/{id}', { title: 'Two' }, 200],
    ])('%s %s', async (method, path, body, status) => {
      const answer = await request(method, path.replace('{id}', id), body)
      expect(answer.status, answer.text).toBe(status)
      const revision = status === 201 ? 1 : 2
      expect(answer.body.doc).toEqual({
        id: expect.any(String),
        revision,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })
      expect(lines).toMatchObject([
        { msg: '"posts" was written, but could not be read back', err: { message: 'broken' } },
      ])
      failing = ''
      const written = (answer.body as { doc: { id: string } }).doc.id
      expect((await request('GET', `/${written}`)).body.doc).toMatchObject({ revision })
    })

    it('in bulk', async () => {
      const answer = await request('POST', '/bulk', { action: 'update', ids: [id], data: { title: 'Two' } })
      expect(answer.body).toMatchObject({ succeeded: 1, results: [{ ok: true, doc: { id, revision: 2 } }] })
    })

    it('for users and sign-ins', async () => {
      failing = 'user rule'
      const email = `u${Math.random()}@example.com`
      const body = { data: { email }, password: 'long enough' }
      const created = await app().request('POST', '/api/auth/users/create-user', { body })
      expect(created.status, created.text).toBe(201)
      const login = await app().request('POST', '/api/auth/users/login', { body: { email, password: 'long enough' } })
      expect(login.status, login.text).toBe(200)
      expect(login.body).toMatchObject({ token: expect.any(String), user: { id: created.body.doc.id } })
    })

    it('a read still fails, without the cause', async () => {
      const answer = await request('GET', `/${id}`)
      expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
      expect(answer.text).not.toContain('broken')
    })
  })

  it('field hooks get the row of their own locale', async () => {
    const list = (texts: string[]) => texts.map((text) => ({ text }))
    const body = { rows: { en: list(['a', 'b']), de: list(['c', 'd', 'e']) } }
    const made = await app().request('POST', '/api/collections/lists?locale=all', { body })
    paths.length = 0
    const path = `/api/collections/lists/${(made.body as { doc: { id: string } }).doc.id}`
    await app().request('GET', `${path}?locale=all`)
    expect(paths).toEqual(['rows.0.text', 'rows.1.text', 'rows.0.text', 'rows.1.text', 'rows.2.text'])
  })
})
