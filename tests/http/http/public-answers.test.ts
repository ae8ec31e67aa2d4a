import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f, global, plugin } from 'quirecms'
import type { Call, Feature } from 'quirecms/plugin'
import { afterAll, describe, expect, it } from 'vitest'
import { newcomer } from '../../engine/auth/people.ts'
import { form, PNG } from '../uploads/gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-public-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const all = { create: everybody, update: everybody, delete: everybody }
const life = { maxAge: '5m', shared: '30d', staleWhileRevalidate: '1d' } as const
const PUBLIC = 'public, max-age=300, s-maxage=2592000, stale-while-revalidate=86400'
const PRIVATE = 'private, no-store'

const rules = {
  true: everybody,
  where: () => ({ title: { not_equals: 'hidden' } }),
  false: () => false,
  actor: ({ actor }: { actor: unknown }) => actor === null,
  request: ({ request }: { request: unknown }) => request !== undefined,
  document: ({ doc }: { doc?: { title?: unknown } | undefined }) => doc?.title !== 'hidden',
} as const
type RuleKind = keyof typeof rules
const KINDS = Object.keys(rules) as RuleKind[]

const fields = { title: f.text() }
const byRule = <Made>(make: (kind: RuleKind) => Made) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as { [Kind in RuleKind]: Made }
const named = <Made>(prefix: string, entities: { readonly [Kind in RuleKind]: Made }) =>
  Object.fromEntries(KINDS.map((kind) => [`${prefix}-${kind}`, entities[kind]]))

/** A plugin's parameters of lists and reads: one says that it may be cached, and one says nothing. */
const shading: Feature<Call> = {
  name: 'shading',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({
    parameters: ['mark', 'tone'].map((name) => ({
      name,
      spellings: [name],
      description: `The ${name}.`,
      encoding: 'integer',
      schema: { type: 'integer' },
      ...(name === 'tone' && { cacheable: true }),
    })),
    extends: { list: ['mark', 'tone'], read: ['mark', 'tone'] },
  }),
}

const config = defineConfig({
  plugins: [plugin({ key: 'shading', features: [shading] })],
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    users: collection({ auth: { apiKeys: true }, fields: { name: f.text() } }),
    ...named(
      'posts',
      byRule((kind) => collection({ cache: life, fields, access: { ...all, read: rules[kind] } })),
    ),
    ...named(
      'media',
      byRule((kind) => collection({ upload: true, cache: life, fields, access: { ...all, read: rules[kind] } })),
    ),
    drafts: collection({
      cache: '60s',
      upload: true,
      trash: true,
      versions: { drafts: true },
      fields,
      access: {
        ...all,
        read: everybody,
        publish: everybody,
        readVersions: everybody,
        readDrafts: ({ request }) => request?.headers['x-drafts'] === 'all',
      },
    }),
    saved: collection({ upload: { disposition: 'attachment' }, fields, access: { ...all, read: everybody } }),
    ruled: collection({
      cache: '60s',
      fields: { title: f.text(), pay: f.number({ access: { read: ({ actor }) => actor !== null } }) },
      access: { ...all, read: everybody },
    }),
    personal: collection({ fields, access: { ...all, read: rules.actor } }),
    linked: collection({
      cache: '60s',
      fields: { title: f.text(), to: f.relationship({ to: 'personal' }) },
      access: { ...all, read: everybody },
    }),
  },
  globals: named(
    'site',
    byRule((kind) => global({ cache: life, fields, access: { read: rules[kind], update: everybody } })),
  ),
})

onEachDatabase('cacheable responses', { config, matrix: 'validation' }, (app) => {
  const control = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: given } = await app().request('GET', path, { headers })
    return [status, given.get('cache-control')]
  }
  const make = async (slug: string, title = 'One') =>
    docOf(await app().request('POST', `/api/collections/${slug}`, { body: { title } }))['id']
  const upload = async (slug: string, content: Uint8Array | string = PNG, name = 'a.png', data = { title: 'One' }) =>
    docOf(await app().request('POST', `/api/collections/${slug}`, { body: form(content, name, data) }))

  describe.each(KINDS)('with a rule of the kind "%s"', (kind) => {
    const isRefused = kind === 'false'
    const isPersonal = kind === 'actor' || kind === 'request'
    const refused = [401, PRIVATE]

    it('are public only if the caller is anonymous, and the rule ignores the caller', async () => {
      const id = isRefused ? '01890000-0000-7000-8000-000000000000' : await make(`posts-${kind}`)
      const paths = [`/api/collections/posts-${kind}/${id}`, `/api/globals/site-${kind}`]
      // In a list, a rule that reads the document gets none.
      if (kind !== 'document') paths.push(`/api/collections/posts-${kind}`, `/api/collections/posts-${kind}/count`)
      for (const path of paths) {
        const [status, given] = await control(path)
        if (isRefused) expect([status, given]).toEqual(refused)
        else expect([status, given]).toEqual([200, isPersonal ? PRIVATE : PUBLIC])
      }
    })

    it('files are public as long as the rule cannot change its decision', async () => {
      if (isRefused) return
      const { url } = await upload(`media-${kind}`)
      const expected = {
        true: `${PUBLIC}, immutable`,
        where: 'public, max-age=60, s-maxage=60',
        document: 'public, max-age=60, s-maxage=60',
        actor: PRIVATE,
        request: PRIVATE,
      }[kind]
      const { status, headers } = await app().request('GET', String(url))
      expect([status, headers.get('cache-control'), headers.get('vary')]).toEqual([200, expected, null])
      const known = { 'if-none-match': headers.get('etag') ?? '' }
      expect(await control(String(url), known)).toEqual([304, expected])
    })
  })

  it('is private for requests with a parameter that does not declare itself cacheable', async () => {
    const id = await make('posts-true')
    for (const path of ['/api/collections/posts-true', `/api/collections/posts-true/${id}`]) {
      expect(await control(`${path}?tone=1`)).toEqual([200, PUBLIC])
      expect(await control(`${path}?mark=1&tone=1`)).toEqual([200, PRIVATE])
    }
  })

  it('is private for requests with a credential, valid or not', async () => {
    const { token, byToken: session, byCookie } = await newcomer(app())
    const made = await app().request('POST', '/api/auth/api-keys', { headers: byCookie, body: { name: 'key' } })
    expect(made.status).toBe(201)
    const { url } = await upload('media-true')
    const key = String((made.body as { key?: unknown }).key)
    for (const path of [String(url), '/api/collections/posts-true', '/api/globals/site-true']) {
      expect(await control(path, session)).toEqual([200, PRIVATE])
      expect(await control(path, { cookie: `service_session=${token}` })).toEqual([200, PRIVATE])
      expect(await control(path, { cookie: 'service_session=stale' })).toEqual([200, PRIVATE])
      expect(await control(path, { authorization: `Bearer ${key}` })).toEqual([200, PRIVATE])
      expect(await control(path, { authorization: 'Bearer qk_nope' })).toEqual([401, PRIVATE])
    }
  })

  it('are private if a field or a related document depends on the caller', async () => {
    const ruled = await make('ruled')
    expect(await control(`/api/collections/ruled/${ruled}`)).toEqual([200, PRIVATE])
    expect(await control('/api/collections/ruled?select={"title":true}')).toEqual([200, PRIVATE])
    const body = { title: 'Two', to: await make('personal') }
    await app().request('POST', '/api/collections/linked', { body })
    expect(await control('/api/collections/linked')).toEqual([200, 'public, max-age=60'])
    expect(await control('/api/collections/linked?depth=1')).toEqual([200, PRIVATE])
  })

  it('never contain a draft, a version or the trash', async () => {
    const { id, url } = await upload('drafts')
    const at = `/api/collections/drafts/${id}`
    const drafts = { 'x-drafts': 'all' }
    expect(await control(at)).toEqual([404, PRIVATE])
    expect(await control(String(url))).toEqual([404, PRIVATE])
    for (const path of [at, String(url), '/api/collections/drafts', '/api/collections/drafts?draft=newest'])
      expect(await control(path, drafts)).toEqual([200, PRIVATE])
    await app().request('POST', `${at}/publish`)
    for (const path of [at, '/api/collections/drafts', '/api/collections/drafts?draft=newest'])
      expect(await control(path)).toEqual([200, 'public, max-age=60'])
    expect(await control(String(url))).toEqual([200, 'public, max-age=60, immutable'])
    // The old file is only in a version.
    await app().request('PATCH', at, { body: form(Buffer.concat([PNG, PNG]), 'b.png') })
    await app().request('POST', `${at}/publish`)
    expect(await control(String(url))).toEqual([200, PRIVATE])
    await app().request('DELETE', at)
    expect(await control('/api/collections/drafts?trash=true')).toEqual([200, PRIVATE])
  })

  it('may not be stored if a browser might execute them', async () => {
    const { url } = await upload('media-true', '<!doctype html><p>hello</p>', 'a.html')
    const { headers } = await app().request('GET', String(url))
    expect(headers.get('cache-control')).toBe(PRIVATE)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
  })
})

onEachDatabase('headers of files', { config, matrix: 'validation' }, (app) => {
  const upload = async (slug: string) =>
    String(docOf(await app().request('POST', `/api/collections/${slug}`, { body: form(PNG, 'gull.png') }))['url'])
  const disposition = async (path: string) => {
    const { status, headers } = await app().request('GET', path)
    return [status, headers.get('content-disposition')?.split(';')[0] ?? null]
  }

  it('display a file, or download it under its name', async () => {
    const shown = await upload('media-true')
    expect(await disposition(shown)).toEqual([200, 'inline'])
    for (const asked of ['?download', '?download=', '?download=true'])
      expect(await disposition(`${shown}${asked}`)).toEqual([200, 'attachment'])
    expect(await disposition(`${shown}?download=false`)).toEqual([200, 'inline'])
    expect((await app().request('GET', `${shown}?download=yes`)).body).toMatchObject({
      error: { code: 'invalid_query' },
    })
    expect(await disposition(await upload('saved'))).toEqual([200, 'attachment'])
  })

  it('contain its modification time, and permit 304', async () => {
    const url = await upload('media-true')
    const { headers } = await app().request('GET', url)
    const storedAt = headers.get('last-modified') ?? ''
    expect(Number.isNaN(Date.parse(storedAt))).toBe(false)
    const status = async (given: Record<string, string>) => (await app().request('GET', url, { headers: given })).status
    const dayBefore = new Date(Date.parse(storedAt) - 86_400_000).toUTCString()
    expect(await status({ 'if-modified-since': storedAt })).toBe(304)
    expect(await status({ 'if-modified-since': dayBefore })).toBe(200)
    expect(await status({ 'if-modified-since': 'nonsense' })).toBe(200)
    expect(await status({ 'if-modified-since': storedAt, 'if-none-match': '"other"' })).toBe(200)
    expect(await status({ range: 'bytes=0-3', 'if-range': storedAt })).toBe(206)
    expect(await status({ range: 'bytes=0-3', 'if-range': dayBefore })).toBe(200)
  })
})

const identified = (cache: '60s' | { maxAge: '60s'; anonymousOnly: true }) =>
  defineConfig({
    collections: { posts: collection({ cache, fields, access: { ...all, read: everybody } }) },
    identify: ({ headers }) => (headers['x-user'] ? { actor: { id: 'x', collection: 'staff' } } : null),
  })

onEachDatabase(
  'an application that identifies its own users',
  { config: identified('60s'), matrix: 'validation' },
  (app) => {
    it('makes every response private, because caches cannot know how they are identified', async () => {
      const { headers } = await app().request('GET', '/api/collections/posts')
      expect(headers.get('cache-control')).toBe(PRIVATE)
    })
  },
)

const promised = identified({ maxAge: '60s', anonymousOnly: true })
onEachDatabase(
  'an application with the same public responses for all callers',
  { config: promised, matrix: 'validation' },
  (app) => {
    it('makes anonymous responses public', async () => {
      const control = async (headers: Record<string, string>) =>
        (await app().request('GET', '/api/collections/posts', { headers })).headers.get('cache-control')
      expect(await control({})).toBe('public, max-age=60')
      expect(await control({ 'x-user': 'eve' })).toBe(PRIVATE)
    })
  },
)
