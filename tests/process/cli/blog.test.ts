// @module-tag release
import { createTestDatabase, must } from '@quirecms/testkit'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { blogFolder } from './blog-folder.ts'
import { ask } from './quire-process.ts'

interface Cover {
  sizes: { card: { url: string; filesize: number } }
}

/** Calls the API like a script: with a session token or an API key. */
function client(api: string, authorization?: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await bodyOf(response), cookie: response.headers.get('set-cookie') }
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; what they find is what they assert
const bodyOf = (response: Response): Promise<any> => response.json()

const password = 'a long secret of mine'

/** Authors write drafts, editors publish them, admins create users: in an example without users. */
async function tryUsers(api: string): Promise<void> {
  const nobody = client(api)
  const signIn = async (email: string) => {
    const { body, cookie } = await nobody('POST', '/auth/users/login', { email, password })
    return { call: client(api, `Session ${body.token}`), cookie: String(cookie).split(';')[0] ?? '' }
  }
  const newUser = (name: string, more: object = {}) => ({
    data: { email: `${name}@example.com`, name, ...more },
    password,
  })

  expect(await nobody('GET', '/auth/users/bootstrap')).toMatchObject({ body: { available: true } })
  const first = await nobody('POST', '/auth/users/create-user', newUser('ann', { roles: ['author'] }))
  expect(first).toMatchObject({ status: 422, body: { error: { issues: [{ path: 'data.roles' }] } } })
  expect(await nobody('POST', '/auth/users/create-user', newUser('ann'))).toMatchObject({
    status: 201,
    body: { doc: { roles: ['admin'] } },
  })
  expect(await nobody('POST', '/auth/users/create-user', newUser('eve'))).toMatchObject({ status: 401 })

  const admin = await signIn('ann@example.com')
  for (const [name, role] of Object.entries({ ed: 'editor', ben: 'author', cat: 'author' })) {
    const made = await admin.call('POST', '/auth/users/create-user', newUser(name, { roles: [role] }))
    expect(made.status).toBe(201)
  }
  const { call: editor } = await signIn('ed@example.com')
  const { call: ben } = await signIn('ben@example.com')
  const { call: cat } = await signIn('cat@example.com')

  const [byline] = (await nobody('GET', '/collections/authors?limit=1')).body.docs
  const draft = { title: 'From the shed', author: byline.id }
  expect(await nobody('POST', '/collections/posts', draft)).toMatchObject({ status: 401 })
  expect(await ben('POST', '/collections/posts', { ...draft, featured: true })).toMatchObject({
    status: 422,
    body: { error: { issues: [{ code: 'forbidden', path: 'featured' }] } },
  })
  const { status, body } = await ben('POST', '/collections/posts', draft)
  const { user } = (await ben('GET', '/auth/me')).body
  expect({ status, doc: body.doc }).toMatchObject({ status: 201, doc: { _status: 'draft', owner: user.id } })
  const post = `/collections/posts/${body.doc.id}`

  expect(await nobody('GET', post)).toMatchObject({ status: 404 })
  expect(await cat('GET', post)).toMatchObject({ status: 404 })
  expect(await cat('PATCH', post, { title: 'Mine' })).toMatchObject({ status: 404 })
  expect(await ben('PATCH', post, { title: 'From my shed' })).toMatchObject({ status: 200 })
  expect(await ben('GET', `${post}?draft=true`)).toMatchObject({
    status: 200,
    body: { doc: { title: 'From my shed' } },
  })
  expect(await ben('POST', '/access/collections/posts', { id: body.doc.id, draft: true })).toMatchObject({
    body: {
      operations: { update: true, delete: true, readDrafts: true, publish: false },
      fields: { featured: { read: true, update: false } },
    },
  })
  expect(await ben('POST', `${post}/publish`)).toMatchObject({ status: 403 })
  expect(await cat('POST', `${post}/publish`)).toMatchObject({ status: 403 })

  expect(await editor('POST', `${post}/publish`)).toMatchObject({ status: 200 })
  const shown = await nobody('GET', post)
  expect(shown).toMatchObject({ status: 200, body: { doc: { title: 'From my shed' } } })
  expect(shown.body.doc).not.toHaveProperty('owner')
  expect(await ben('PATCH', post, { title: 'Too late' })).toMatchObject({ status: 403 })

  const self = `/collections/users/${user.id}`
  expect(await ben('PATCH', self, { name: 'Benjamin' })).toMatchObject({ status: 200 })
  expect(await ben('PATCH', self, { roles: ['admin'] })).toMatchObject({ status: 422 })
  expect(await ben('GET', '/collections/users/count')).toMatchObject({ body: { count: 1 } })
  expect(await ben('POST', '/collections/tags', { name: 'Shed' })).toMatchObject({ status: 403 })
  expect(await editor('PATCH', self, { name: 'Ed was here' })).toMatchObject({ status: 403 })

  expect(await admin.call('POST', '/auth/api-keys', { name: 'script' })).toMatchObject({
    status: 403,
    body: { error: { code: 'cookie_required' } },
  })
  const key = await fetch(`${api}/auth/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: admin.cookie },
    body: '{"name":"script"}',
  })
  const made = (await key.json()) as { key: string }
  expect(await client(api, `Bearer ${made.key}`)('GET', '/auth/me')).toMatchObject({
    status: 200,
    body: { user: { name: 'ann' }, session: null },
  })
}

/** `create-quirecms` starts it on SQLite; creating its images takes a while. */
describe('the example on PostgreSQL', () => {
  // The first start creates content with images, on a machine that may be busy.
  test('has content from its first start on, shows only published documents, and gives users the rights of their roles', async () => {
    const database = await createTestDatabase('postgres', inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const { config } = database
    const DATABASE_URL = must('url' in config ? config.url : undefined, 'url')
    const folder = await blogFolder()
    const args = ['start', '--port', '0', '--migrate']
    const quire = await folder.serve(args, { env: { DATABASE_URL } })
    const api = `${quire.address}/api`

    const counts = ['authors', 'tags', 'pages', 'posts'].map((slug) => ask(`${api}/collections/${slug}/count`))
    expect((await Promise.all(counts)).map(({ body }) => (body as { count: number }).count)).toEqual([5, 12, 4, 28])

    const { body } = await ask(`${api}/collections/posts?locale=de&limit=1&sort=-publishedAt`)
    expect(body).toMatchObject({
      docs: [
        {
          title: 'Das Web drucken, einmal im Jahr',
          slug: 'printing-the-web-once-a-year',
          _status: 'published',
          path: '/posts/printing-the-web-once-a-year',
          readingMinutes: 1,
        },
      ],
    })
    const { body: first } = await ask(`${api}/collections/posts?limit=1&sort=publishedAt&populate={"cover":true}`)
    const { cover } = must((first as { docs: { cover: Cover }[] }).docs[0], 'a post')
    expect(cover).toMatchObject({ width: 960, height: 640, sizes: { card: { width: 640, height: 360 } } })
    const card = await fetch(`${quire.address}${cover.sizes.card.url}`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await card.bytes()).length).toBe(cover.sizes.card.filesize)
    // Its text contains an image, a block and another post.
    const page = await (await fetch(`${api}/site/posts/which-way-the-grain-runs`)).text()
    expect(page).toMatch(/<img src="\/api\/uploads\/media\/[^"]+" [^>]*alt="[^"]+"/)
    expect(page).toContain('<aside>Boards have a grain too.')
    expect(page).toContain(
      '<a href="/api/site/posts/a-short-history-of-the-wrong-size">A short history of the wrong size</a>',
    )
    const authors = await ask(`${api}/collections/authors`)
    expect(JSON.stringify([body, authors.body])).not.toMatch(/internalNote|"email"/)
    expect(await ask(`${api}/globals/settings?locale=de`)).toMatchObject({
      body: { doc: { siteName: 'Folded Sheets', navigation: [{ label: 'Über uns' }, {}, {}] } },
    })
    await tryUsers(api)
  }, 180_000)
})
