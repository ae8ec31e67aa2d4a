// @module-tag release
import { codeAt, stepAt } from '../../../packages/features/src/auth/factors/one-time-code.ts'
import { Authenticator } from '../../engine/auth/authenticator.ts'
import { fromBase32 } from '../../engine/auth/from-base32.ts'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk, type JsonObject, type MailContent } from '@quirecms/core'
import { createTestApp, must, type TestApp } from '@quirecms/testkit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { everything } from '../sdk/everything.ts'
import { form, PNG } from '../uploads/gallery.ts'
import { DescribedAnswers } from './described-answers.ts'
import { DescribedRequests } from './described-requests.ts'
import { textsWithNul } from './texts-with-nul.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-operations-'))
/** With cacheable lists, which have tags, and lists of versions, which never have one. */
const config = {
  ...everything,
  collections: {
    ...everything.collections,
    posts: { ...everything.collections.posts, cache: '60s' as const },
    users: {
      ...everything.collections.users,
      access: { ...everything.collections.users.access, manageKeys: () => true },
    },
  },
  globals: { settings: { ...must(everything.globals, 'globals').settings, cache: '60s' as const } },
  storage: disk(folder),
}
const PASSWORD = 'correct horse battery staple'
const NOTHING = '0199c8a0-0000-7000-8000-000000000000'
const POSTS = '/api/collections/posts'

/** Needs another server: tests/http/uploads/remote-upload.test.ts has one. */
const ELSEWHERE = [
  // Endless: tests/http/changes/streams.test.ts.
  'streamChanges',
  'remoteUploadMedia',
  // Needs a provider: tests/engine/auth/single-sign-on.test.ts has one.
  'startSignInUsers',
  'finishSignInUsers',
  'signInWithCodeUsers',
  'endedAtProviderUsers',
  'addIdentity',
  'removeIdentity',
  'removeUserIdentityUsers',
]

let app: TestApp<typeof config>
let answers: DescribedAnswers
let requests: DescribedRequests
const mails: MailContent[] = []
const succeeded = new Set<string>()

beforeAll(async () => {
  app = await createTestApp(config, {
    dialect: 'sqlite',
    postgresUrl: inject('postgresUrl'),
    mailer: { send: async (_to, mail) => void mails.push(mail) },
  })
  const description = (await app.request('GET', '/api/openapi.json')).body as JsonObject
  answers = new DescribedAnswers(description)
  requests = new DescribedRequests(description)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

interface Answered {
  doc: { id: string; revision: number; objectKey: string }
  token: string
  docs: { id: string; current: boolean }[]
  id: string
  secret: string
  codes: string[]
  options: { challenge: string; rpId: string; rp: { id: string }; user: { id: string } }
  error: { challenge: { token: string } }
}

/** Makes a valid or invalid call, and checks that the response is as described. */
async function call(
  status: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answered> {
  if (status < 300) await refuseNul(method, path, body, headers)
  const answer = await app.request(method, path, { body, headers })
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status)
  expect(answers.deviations(method, path, answer), `the answer to ${method} ${path}`).toEqual([])
  const problems = requests.deviations(method, path, body)
  if (status < 300) {
    expect(problems, `the request ${method} ${path}`).toEqual([])
    succeeded.add(must(requests.operationId(method, path), 'operation'))
  } else if (status === 422 && body) expect(problems, `the request ${method} ${path}`).not.toEqual([])
  return answer.body as Answered
}

/** Values that can't be stored are refused like other invalid ones: as described, with a path. */
async function refuseNul(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<void> {
  for (const changed of textsWithNul(body)) {
    const answer = await app.request(method, path, { body: changed, headers })
    const what = `${method} ${path} ${JSON.stringify(changed)}: ${answer.text}`
    expect(answer.status, what).toBeLessThan(500)
    expect(answers.deviations(method, path, answer), what).toEqual([])
  }
}

/** The token of the last mail that has one. */
async function mailed(): Promise<string> {
  const token = () => mails.findLast(({ text }) => TOKEN.test(text))?.text
  await expect.poll(token).toBeDefined()
  return must(TOKEN.exec(must(token(), 'mail'))?.[0], 'token')
}

const TOKEN = /[A-Za-z0-9_-]{30,}/

test('every operation accepts and returns what the description says', async () => {
  // Users
  const users = '/api/auth/users'
  await call(200, 'GET', `${users}/bootstrap`)
  await call(200, 'GET', `${users}/providers`)
  const email = 'ann@example.com'
  await call(422, 'POST', `${users}/create-user`, { data: { email }, password: 'x' })
  const { doc: ann } = await call(201, 'POST', `${users}/create-user`, {
    data: { email, name: 'Ann' },
    password: PASSWORD,
  })
  await call(401, 'POST', `${users}/login`, { email, password: 'wrong' })
  const { token } = await call(200, 'POST', `${users}/login`, { email, password: PASSWORD })
  const mine = { authorization: `Session ${token}` }
  const cookie = { cookie: `service_session=${token}` }
  await call(200, 'GET', '/api/auth/me', undefined, mine)
  await call(200, 'GET', '/api/auth/identities', undefined, mine)
  await call(401, 'GET', '/api/auth/me')
  await call(200, 'GET', `/api/collections/users/${ann.id}`, undefined, mine)
  await call(200, 'PATCH', `/api/collections/users/${ann.id}`, { name: 'Anna' }, mine)
  await call(200, 'GET', `${users}/${ann.id}/identities`, undefined, mine)
  await call(200, 'POST', `${users}/${ann.id}/unlock`, undefined, mine)
  await call(200, 'POST', `${users}/sign-ins`, { ids: [ann.id] }, mine)
  await secondFactors(users, { email, password: PASSWORD }, ann.id, mine)
  mails.length = 0
  await call(200, 'POST', `${users}/forgot-password`, { email })
  await call(200, 'POST', `${users}/reset-password`, { token: await mailed(), password: PASSWORD })
  const again = await call(200, 'POST', `${users}/login`, { email, password: PASSWORD })
  mine.authorization = `Session ${again.token}`
  cookie.cookie = `service_session=${again.token}`
  mails.length = 0
  const data = { email: 'bob@example.com' }
  const { doc: bob } = await call(201, 'POST', `${users}/create-user`, { data, password: PASSWORD }, mine)
  await mailed()
  mails.length = 0
  await call(200, 'POST', `${users}/request-verification`, data)
  await call(200, 'POST', `${users}/verify`, { token: await mailed() })
  mails.length = 0
  const guest = { email: 'guest@example.com', name: 'Guest' }
  await call(401, 'POST', `${users}/invite`, { data: guest })
  const { doc: invited } = await call(201, 'POST', `${users}/invite`, { data: guest }, mine)
  const invitation = await mailed()
  await call(200, 'GET', `${users}/invitations`, undefined, mine)
  await call(401, 'POST', `${users}/${invited.id}/invitation/link`)
  await call(200, 'POST', `${users}/${invited.id}/invitation/link`, undefined, mine)
  await call(429, 'POST', `${users}/${invited.id}/invitation/resend`, undefined, mine)
  await app.app.storage.transaction(({ records }) =>
    records.update('invitations', { userId: invited.id }, { askedAt: '2020-01-01T00:00:00.000Z' }),
  )
  mails.length = 0
  await call(200, 'POST', `${users}/${invited.id}/invitation/resend`, undefined, mine)
  const resent = await mailed()
  await call(401, 'POST', `${users}/accept-invitation`, { token: invitation, password: PASSWORD })
  const accepted = { token: resent, password: PASSWORD, data: { name: 'Guest of honour' } }
  await call(200, 'POST', `${users}/accept-invitation`, accepted)
  const { doc: withdrawn } = await call(201, 'POST', `${users}/invite`, { data: { email: 'other@example.com' } }, mine)
  await call(200, 'DELETE', `${users}/${withdrawn.id}/invitation`, undefined, mine)
  await call(200, 'GET', '/api/collections/users?sort=email&limit=1')
  await call(200, 'GET', `/api/collections/users/count`)
  await call(200, 'GET', `/api/collections/users/distinct?field=email`)

  // Documents
  const { doc: ada } = await call(201, 'POST', '/api/collections/people', { name: 'Ada' })
  for (const status of [201, 200])
    await call(status, 'PUT', '/api/collections/people?by=handle', { name: 'Bob', handle: 'bob' })
  const { doc: post } = await call(201, 'POST', POSTS, { title: 'One', author: ada.id })
  const one = `${POSTS}/${post.id}`
  await call(422, 'POST', POSTS, { title: 1, other: 2 })
  await call(200, 'GET', `${POSTS}?where={"and":[{"views":{"equals":0}}]}&depth=2`)
  await call(200, 'GET', `${POSTS}?select={"title":true}&locale=all&draft=true`)
  await call(200, 'GET', `${POSTS}?draft=newest`)
  await call(400, 'GET', `${POSTS}?limit=1000`)
  await call(200, 'GET', `${POSTS}/count`)
  await call(200, 'GET', one)
  await call(404, 'GET', `${POSTS}/${NOTHING}`)
  await call(200, 'PATCH', `${one}?autosave=true`, { views: 3 })
  await call(409, 'PATCH', one, { views: 4 }, { 'if-match': '"1"' })
  await call(201, 'POST', `${one}/duplicate`, { title: 'Copy' })
  await call(200, 'POST', `${one}/copy-locale`, { from: 'en', to: 'de' })
  await call(422, 'POST', `${one}/copy-locale`, { from: 'en', to: 'fr' })
  await call(200, 'PATCH', `/api/collections/people/${ada.id}/joins/posts`, { removals: [post.id] })
  await call(200, 'GET', `${one}/references`)
  await call(200, 'GET', `/api/collections/people/${ada.id}?populate={"posts":true}`)
  await call(200, 'GET', `/api/collections/people/${ada.id}?joins={"posts":{"limit":5,"sort":"-createdAt"}}`)
  await call(400, 'GET', '/api/collections/people?joins={"nothing":{}}')
  await call(200, 'POST', `${POSTS}/bulk`, { action: 'update', ids: [post.id, NOTHING], data: { views: 5 } })
  await call(200, 'GET', `${POSTS}/distinct?field=views&limit=1000`)
  await call(400, 'GET', `${POSTS}/distinct?field=nothing`)
  await call(200, 'POST', `${POSTS}/bulk`, { action: 'update', where: { views: { equals: 5 } }, data: { views: 6 } })
  await call(422, 'POST', `${POSTS}/bulk`, { action: 'update', ids: [post.id] })
  await call(422, 'POST', `${POSTS}/bulk`, { action: 'delete', ids: [post.id], where: {} })
  await call(400, 'POST', `${POSTS}/bulk`, { action: 'delete', where: { nothing: {} } })
  await transfersOf('posts', mine)
  await call(200, 'POST', '/api/access/collections/posts', { id: post.id, data: { views: 1 } })
  await call(200, 'POST', '/api/access/collections/posts/selection', { where: { views: { greater_than: 1 } } })

  // Versions, schedules, locks and previews
  await call(200, 'GET', `${one}/versions`)
  await call(200, 'GET', `${one}/versions/1?locale=all`)
  await call(200, 'PATCH', `${one}/versions/1`, { name: 'As approved' })
  await call(200, 'POST', `${one}/publish`)
  await call(409, 'POST', `${one}/publish`)
  await call(200, 'POST', `${one}/unpublish`)
  await call(200, 'POST', `${one}/restore/1?draft=true`)
  const runAt = new Date(Date.now() + 3_600_000).toISOString()
  const { doc: job } = await call(201, 'POST', `${one}/schedule`, { runAt }, mine)
  await call(200, 'GET', `${one}/schedule`, undefined, mine)
  await call(200, 'GET', '/api/collections/posts/schedule', undefined, mine)
  const later = new Date(Date.now() + 7_200_000).toISOString()
  await call(201, 'POST', `${one}/schedule`, { runAt: later, action: 'unpublish' }, mine)
  await call(422, 'POST', `${one}/schedule`, { runAt, action: 'delete' }, mine)
  await call(200, 'DELETE', `${one}/schedule/${job.id}`, undefined, mine)
  await call(200, 'POST', `${one}/lock`, { takeover: false }, mine)
  await call(200, 'GET', `${one}/lock`)
  await call(409, 'PATCH', one, { views: 6 })
  await call(200, 'DELETE', `${one}/lock`, undefined, mine)
  await presence(one, mine)
  await presence('/api/globals/settings', mine)
  for (const place of [one, '/api/globals/settings']) await comments(place, mine)
  const preview = await call(201, 'POST', `/api/preview/collections/posts/${post.id}/token`, undefined, mine)
  const withToken = { authorization: `Bearer ${preview.token}` }
  await call(200, 'GET', `/api/preview/collections/posts/${post.id}`, undefined, withToken)
  const rendered = `/api/preview/collections/posts/${post.id}/render`
  await call(200, 'POST', rendered, { data: { views: 9 } }, withToken)
  await call(200, 'POST', `${rendered}?depth=1`, { data: {} }, mine)
  await call(422, 'POST', rendered, { data: { views: 'many' } }, mine)
  await call(200, 'POST', '/api/preview/token/revoke', { token: preview.token })

  // Files
  const { doc: file } = await call(201, 'POST', '/api/collections/media', form(PNG, 'dot.png', { alt: 'A dot' }))
  await call(422, 'POST', '/api/collections/media/remote-upload', { url: 'ftp://files.example.com/x' })
  await call(200, 'PATCH', `/api/collections/media/${file.id}/image`, { focalPoint: { x: 0.2, y: 0.3 } })
  await call(200, 'PATCH', `/api/collections/media/${file.id}`, { alt: 'Another' })
  const bytes = `/api/uploads/media/${file.objectKey}`
  const none = bytes.replace(/[0-9a-f]{8}/, '00000000')
  for (const method of ['GET', 'HEAD']) {
    await call(200, method, bytes)
    await call(206, method, bytes, undefined, { range: 'bytes=0-3' })
    await call(304, method, bytes, undefined, { 'if-none-match': `"${file.objectKey}"` })
    await call(416, method, bytes, undefined, { range: 'bytes=999999-' })
    await call(404, method, none)
  }
  await call(200, 'GET', '/api/collections/media')

  // The trash
  await call(200, 'DELETE', one)
  await call(200, 'GET', `${POSTS}?trash=true`)
  await call(200, 'POST', `${one}/restore-deleted`)
  await call(200, 'DELETE', one)
  await call(200, 'DELETE', `${one}/permanent`)
  await call(200, 'DELETE', `${POSTS}/trash`)

  // Globals
  const settings = '/api/globals/settings'
  await call(200, 'GET', settings)
  await call(200, 'PATCH', settings, { siteName: 'Quire' })
  await call(422, 'PATCH', settings, { siteName: 7 })
  await call(200, 'POST', `${settings}/copy-locale`, { from: 'en', to: 'de' })
  await call(200, 'POST', `${settings}/publish`)
  await call(200, 'POST', `${settings}/unpublish`)
  await call(200, 'GET', `${settings}/versions`)
  await call(200, 'GET', `${settings}/versions/1`)
  await call(200, 'PATCH', `${settings}/versions/1`, { name: null })
  await call(200, 'POST', `${settings}/restore/2?draft=true`)
  const { doc: plan } = await call(201, 'POST', `${settings}/schedule`, { runAt, action: 'publish' }, mine)
  await call(200, 'GET', `${settings}/schedule`, undefined, mine)
  await call(200, 'DELETE', `${settings}/schedule/${plan.id}`, undefined, mine)
  await call(200, 'POST', '/api/access/globals/settings', { data: { siteName: 'x' } })
  const ofGlobal = await call(201, 'POST', '/api/preview/globals/settings/token', undefined, mine)
  await call(200, 'GET', '/api/preview/globals/settings', undefined, { authorization: `Bearer ${ofGlobal.token}` })
  await call(200, 'POST', '/api/preview/globals/settings/render', { data: {} }, mine)

  // What the other collections have as well
  for (const slug of ['people', 'media', 'users'])
    await everyOther(slug, { people: ada.id, media: file.id, users: bob.id }[slug] ?? '', mine)

  // Jobs
  const { id: reminder } = await call(201, 'POST', '/api/jobs/remind', { input: { who: 'Ada' }, in: '1h' }, mine)
  await call(422, 'POST', '/api/jobs/remind', { input: { who: 7 } }, mine)
  await call(200, 'GET', '/api/jobs?job=remind&status=pending', undefined, mine)
  await call(400, 'GET', '/api/jobs?status=lost', undefined, mine)
  await call(200, 'GET', '/api/jobs/definitions', undefined, mine)
  await call(200, 'GET', `/api/jobs/${reminder}`, undefined, mine)
  await call(404, 'GET', `/api/jobs/${NOTHING}`, undefined, mine)
  await call(200, 'POST', `/api/jobs/${reminder}/cancel`, undefined, mine)
  await call(409, 'POST', `/api/jobs/${reminder}/cancel`, undefined, mine)
  await call(200, 'POST', `/api/jobs/${reminder}/retry`, undefined, mine)

  // The account
  await call(200, 'POST', `${POSTS}/references`, { where: { title: { exists: true } }, locale: 'en' }, mine)
  await call(401, 'POST', `${POSTS}/references`)
  await call(200, 'PUT', '/api/preferences/posts.columns', { value: ['title'] }, mine)
  await call(200, 'GET', '/api/preferences/posts.columns', undefined, mine)
  await call(200, 'GET', '/api/auth/preferences', undefined, mine)
  await call(200, 'DELETE', '/api/preferences/posts.columns', undefined, mine)
  await call(200, 'DELETE', '/api/preferences', undefined, mine)
  await call(200, 'PUT', '/api/views/posts/to-check', { name: 'To check', value: { filter: [] } }, mine)
  await call(422, 'PUT', '/api/views/posts/to-check', { value: {} }, mine)
  await call(200, 'GET', '/api/views/posts', undefined, mine)
  await call(401, 'GET', '/api/views/posts')
  await call(200, 'DELETE', '/api/views/posts/to-check', undefined, mine)
  const { doc: key } = await call(201, 'POST', '/api/auth/api-keys', { name: 'Robot' }, cookie)
  await call(403, 'POST', '/api/auth/api-keys', { name: 'Robot' }, mine)
  await call(200, 'GET', '/api/auth/api-keys', undefined, mine)
  await call(200, 'PATCH', `/api/auth/api-keys/${key.id}`, { name: 'Other robot' }, cookie)
  await call(200, 'POST', `/api/auth/api-keys/${key.id}/rotate`, { overlap: '10m' }, cookie)
  await call(200, 'GET', `${users}/${ann.id}/api-keys?limit=1`, undefined, mine)
  await call(200, 'DELETE', `/api/auth/api-keys/${key.id}`, undefined, mine)
  const { doc: second } = await call(201, 'POST', '/api/auth/api-keys', { name: 'Robot' }, cookie)
  await call(200, 'DELETE', `${users}/${ann.id}/api-keys/${second.id}`, undefined, mine)
  // What a service account has
  const { doc: robot } = await call(201, 'POST', `${users}/create-user`, { data: {}, kind: 'service' }, mine)
  const { doc: third } = await call(201, 'POST', `${users}/${robot.id}/api-keys`, { name: 'Robot' }, cookie)
  await call(409, 'POST', `${users}/${ann.id}/api-keys`, { name: 'Robot' }, cookie)
  await call(200, 'PATCH', `${users}/${robot.id}/api-keys/${third.id}`, { note: 'By night' }, mine)
  await call(200, 'POST', `${users}/${robot.id}/api-keys/${third.id}/rotate`, { overlap: 60 }, cookie)
  await call(200, 'POST', `${users}/login`, { email, password: PASSWORD })
  const { docs } = await call(200, 'GET', '/api/auth/sessions', undefined, mine)
  const other = must(
    docs.find(({ current }) => !current),
    'another session',
  )
  await call(200, 'DELETE', `/api/auth/sessions/${other.id}`, undefined, mine)
  const refreshed = await call(200, 'POST', '/api/auth/refresh', undefined, mine)
  const now = { authorization: `Session ${refreshed.token}` }
  await call(200, 'POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }, now)
  const last = await call(200, 'POST', `${users}/login`, { email, password: `${PASSWORD}!` })
  await call(200, 'POST', '/api/auth/logout-all', undefined, { authorization: `Session ${last.token}` })
  const login = await call(200, 'POST', `${users}/login`, { email, password: `${PASSWORD}!` })
  await call(200, 'POST', '/api/auth/logout', undefined, { authorization: `Session ${login.token}` })

  // The whole application
  await call(200, 'POST', '/api/access', {})
  await call(200, 'GET', '/api/counts?draft=false')
  await call(200, 'GET', '/api/counts?draft=newest')
  await call(200, 'GET', '/api/search?q=hello')
  await call(200, 'GET', '/api/documents?draft=newest')
  await call(200, 'GET', '/api/documents?status=draft&limit=3')
  await call(200, 'GET', '/api/schedule?from=2030-01-01T00:00:00Z')
  await call(200, 'GET', '/api/start?draft=newest&limit=3&preference=recent')
  await call(200, 'GET', '/api/changes?after=&documents=true')
  await call(200, 'GET', '/api/changes?after=&live=true&collections=posts&limit=3')
  await call(409, 'GET', `/api/changes?after=${'A'.repeat(70)}`)

  // The service
  for (const path of ['/api/schema', '/api/openapi.json', '/api/docs', '/healthz', '/readyz'])
    await call(200, 'GET', path)

  const missing = requests.operationIds().filter((id) => !succeeded.has(id) && !ELSEWHERE.includes(id))
  expect(missing).toEqual([])
})

/** Creates and removes all kinds of second factors. */
async function secondFactors(users: string, person: object, id: string, mine: Record<string, string>): Promise<void> {
  const here = { origin: 'http://localhost' }
  const passkey = new Authenticator()
  const made = await call(200, 'POST', '/api/auth/passkeys/options', undefined, mine)
  const response = passkey.make(made.options, here)
  const { id: key } = await call(
    201,
    'POST',
    '/api/auth/passkeys',
    { token: made.token, response, name: 'Phone' },
    mine,
  )
  await call(200, 'GET', '/api/auth/passkeys?limit=1', undefined, mine)
  await call(200, 'PATCH', `/api/auth/passkeys/${key}`, { name: 'Laptop' }, mine)
  const { secret } = await call(200, 'POST', '/api/auth/totp', undefined, mine)
  const code = codeAt(fromBase32(secret), stepAt(new Date()))
  await call(200, 'POST', '/api/auth/totp/confirm', { code }, mine)
  const { codes } = await call(200, 'POST', '/api/auth/recovery-codes', undefined, mine)
  await call(200, 'GET', '/api/auth/factors', undefined, mine)
  await call(200, 'GET', '/api/auth/me', undefined, mine)
  await call(200, 'GET', `${users}/${id}/factors`, undefined, mine)
  const { error } = await call(401, 'POST', `${users}/login`, person)
  await call(422, 'POST', `${users}/second-factor`, { token: error.challenge.token })
  await call(200, 'POST', `${users}/second-factor`, { token: error.challenge.token, recoveryCode: codes[0] })
  const asked = await call(200, 'POST', `${users}/passkeys/options`, {})
  const answer = passkey.use(asked.options, here)
  await call(200, 'POST', `${users}/passkeys/login`, { token: asked.token, response: answer })
  await call(200, 'DELETE', '/api/auth/totp', undefined, mine)
  await call(200, 'DELETE', `/api/auth/passkeys/${key}`, undefined, mine)
  await call(200, 'POST', `${users}/${id}/reset-factors`, undefined, mine)
}

/** Presence of a document and, for collections, of all documents. */
async function presence(one: string, mine: Record<string, string>): Promise<void> {
  await call(200, 'POST', `${one}/presence`, undefined, mine)
  const [, collection] = /^(\/api\/collections\/[^/]+)\//.exec(one) ?? []
  if (collection !== undefined) await call(200, 'GET', `${collection}/presence`, undefined, mine)
  await call(200, 'DELETE', `${one}/presence`, undefined, mine)
}

/** Operations of comments. */
async function comments(one: string, mine: Record<string, string>): Promise<void> {
  const { doc } = await call(201, 'POST', `${one}/comments`, { body: 'Text', mentions: [] }, mine)
  await call(422, 'POST', `${one}/comments`, { body: '' }, mine)
  await call(401, 'GET', `${one}/comments`)
  await call(200, 'GET', `${one}/comments?resolved=false`, undefined, mine)
  await call(200, 'GET', `${one}/comments/mentionable?named=a`, undefined, mine)
  await call(200, 'PATCH', `${one}/comments/${doc.id}`, { body: 'Text' }, mine)
  await call(200, 'POST', `${one}/comments/${doc.id}/resolve`, undefined, mine)
  await call(200, 'POST', `${one}/comments/${doc.id}/reopen`, undefined, mine)
  await call(200, 'DELETE', `${one}/comments/${doc.id}`, undefined, mine)
  await call(404, 'DELETE', `${one}/comments/${doc.id}`, undefined, mine)
}

/** Operations of all collections, for one that is tested elsewhere. */
async function everyOther(slug: string, id: string, mine: Record<string, string>): Promise<void> {
  const all = `/api/collections/${slug}`
  const one = `${all}/${id}`
  await call(200, 'GET', all, undefined, mine)
  await call(200, 'GET', `${all}/count`, undefined, mine)
  await call(200, 'GET', `${all}/distinct?field=id`, undefined, mine)
  await call(200, 'GET', one, undefined, mine)
  await call(200, 'PATCH', one, slug === 'media' ? { alt: 'x' } : { name: 'x' }, mine)
  await call(200, 'GET', `${one}/references`, undefined, mine)
  await call(200, 'POST', `${all}/references`, { where: { id: { equals: id } } }, mine)
  await call(200, 'POST', `/api/access/collections/${slug}`, {}, mine)
  await call(200, 'POST', `/api/access/collections/${slug}/selection`, {}, mine)
  await call(200, 'POST', `${one}/lock`, undefined, mine)
  await call(200, 'GET', `${one}/lock`, undefined, mine)
  await call(200, 'DELETE', `${one}/lock`, undefined, mine)
  await presence(one, mine)
  const { token } = await call(201, 'POST', `/api/preview/collections/${slug}/${id}/token`, undefined, mine)
  await call(200, 'GET', `/api/preview/collections/${slug}/${id}`, undefined, { authorization: `Bearer ${token}` })
  await call(200, 'POST', `/api/preview/collections/${slug}/${id}/render`, { data: {} }, mine)
  if (slug !== 'users') await call(201, 'POST', `${one}/duplicate`, undefined, mine)
  await call(200, 'POST', `${all}/bulk`, { action: 'delete', ids: [NOTHING] }, mine)
  await transfersOf(slug, mine)
  await call(200, 'DELETE', one, undefined, mine)
  if (slug !== 'media') return
  await call(200, 'POST', `${one}/restore-deleted`, undefined, mine)
  await call(200, 'DELETE', one, undefined, mine)
  await call(200, 'DELETE', `${one}/permanent`, undefined, mine)
  await call(200, 'DELETE', `${all}/trash`, undefined, mine)
}

/** Exports, imports and bulk changes, each until it has finished, so that the next can begin. */
async function transfersOf(slug: string, mine: Record<string, string>): Promise<void> {
  const all = `/api/collections/${slug}`
  const done = `/api/transfers/collections/${slug}`
  const ended = async ({ id }: Answered) => {
    const status = async () => String((await app.request('GET', `${done}/${id}`, { headers: mine })).body.status)
    await expect.poll(status).toBe('completed')
    return id
  }
  await ended(await call(202, 'POST', `${all}/import`, form('id', 'a.csv'), mine))
  await call(401, 'POST', `${all}/export`, {})
  const id = await ended(await call(202, 'POST', `${all}/export`, {}, mine))
  await call(200, 'GET', done, undefined, mine)
  await call(200, 'GET', `${done}/${id}`, undefined, mine)
  await call(404, 'GET', `${done}/${NOTHING}`, undefined, mine)
  await call(200, 'GET', `${done}/${id}/content`, undefined, mine)
  await call(200, 'HEAD', `${done}/${id}/content`, undefined, mine)
  await call(404, 'GET', `${done}/${id}/issues`, undefined, mine)
  await ended(await call(202, 'POST', `${all}/bulk/start`, { action: 'delete', ids: [NOTHING] }, mine))
}
