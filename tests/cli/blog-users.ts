import { expect } from 'vitest'

/** Calls the API as a script would: with a session token or an API key. */
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

/** Authors write drafts, editors publish them, admins make users: of an example that nobody has used yet. */
export async function tryUsers(api: string): Promise<void> {
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
