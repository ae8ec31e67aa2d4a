import { describeEachDatabase, must } from '@quirecms/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, stepAt } from '../../../packages/features/src/auth/factors/one-time-code.ts'
import { Authenticator } from '../auth/authenticator.ts'
import { fromBase32 } from '../auth/from-base32.ts'
import { tokenIn } from '../auth/mail.ts'
import { everything } from '../../http/sdk/everything.ts'
import { PASSWORD, type Recorded, recorded, type Reply } from './recorded.ts'

/** Operations that change nothing, although their method is not GET. */
const ASKS = new Set(['access', 'selection', 'referencesToMany', 'accessToAll', 'renderPreview', 'listSignIns'])

/** Changes that need no entry, and why. */
const QUIET: Readonly<Record<string, string>> = {
  heartbeat: 'who looks at what is kept for less than a minute',
  endPresence: 'nor is who has looked',
  lock: 'to begin to edit is no change; to take over is one, which is told of below',
  releaseLock: 'nor is to end',
  refresh: 'it only extends a session that exists',
  setUpTotp: 'a factor asks for no codes until it is confirmed',
  newPasskeyOptions: 'what was begun is no change yet',
  passkeyOptions: 'likewise',
  writePreference: 'preferences of the admin app are private to their user',
  deletePreference: 'likewise',
  resetPreferences: 'likewise',
}

/** Needs another server, and creates a document like `create`. */
const AS_CREATE = new Set(['remoteUpload'])

/** Needs a provider; tests/engine/auth/single-sign-on.test.ts checks its events. */
const WITH_PROVIDER = new Set([
  'signInWithCode',
  'addIdentity',
  'removeIdentity',
  'removeUserIdentity',
  'endedAtProvider',
])

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Case = (made: Made) => Promise<() => Promise<Reply>>

interface Made extends Recorded {
  readonly ann: { readonly id: string; readonly token: string; readonly email: string }
  readonly post: (publish?: boolean) => Promise<string>
  readonly call: (method: string, path: string, body?: unknown) => Promise<Reply>
}

const at = (id: string, what = '', slug = 'posts') => `/api/collections/${slug}/${id}${what}`
const later = () => new Date(Date.now() + 3_600_000).toISOString()

/** For each operation: its preparation, and the call that leaves exactly one entry with this action. */
const CASES: Readonly<Record<string, readonly [action: string, prepare: Case]>> = {
  create: [
    'document.created',
    async ({ call }) =>
      () =>
        call('POST', '/api/collections/people', { name: 'A' }),
  ],
  update: [
    'document.updated',
    async ({ post, call }) => {
      const id = await post()
      return () => call('PATCH', at(id), { title: 'B' })
    },
  ],
  upsert: [
    'document.created',
    async ({ call }) =>
      () =>
        call('PUT', '/api/collections/people?by=handle', { name: 'A', handle: `h${Date.now()}` }),
  ],
  delete: [
    'document.trashed',
    async ({ post, call }) => {
      const id = await post()
      return () => call('DELETE', at(id))
    },
  ],
  deletePermanent: [
    'document.deleted',
    async ({ post, call }) => {
      const id = await post()
      await call('DELETE', at(id))
      return () => call('DELETE', at(id, '/permanent'))
    },
  ],
  restoreDeleted: [
    'document.restored',
    async ({ post, call }) => {
      const id = await post()
      await call('DELETE', at(id))
      return () => call('POST', at(id, '/restore-deleted'))
    },
  ],
  emptyTrash: [
    'document.deleted',
    async ({ post, call }) => {
      await call('DELETE', '/api/collections/posts/trash')
      const id = await post()
      await call('DELETE', at(id))
      return () => call('DELETE', '/api/collections/posts/trash')
    },
  ],
  duplicate: [
    'document.created',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', at(id, '/duplicate'))
    },
  ],
  bulk: [
    'document.published',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', '/api/collections/posts/bulk', { action: 'publish', ids: [id] })
    },
  ],
  export: [
    'export.started',
    async ({ call }) =>
      () =>
        call('POST', '/api/collections/posts/export', {}),
  ],
  import: [
    'import.started',
    async ({ send, ann }) =>
      () => {
        const form = new FormData()
        form.append('file', new File(['title'], 'a.csv'))
        return send('POST', '/api/collections/posts/import', { body: form, token: ann.token })
      },
  ],
  startBulk: [
    'bulk.started',
    async ({ call }) =>
      () =>
        call('POST', '/api/collections/posts/bulk/start', { action: 'delete', ids: [crypto.randomUUID()] }),
  ],
  publish: [
    'document.published',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', at(id, '/publish'))
    },
  ],
  unpublish: [
    'document.unpublished',
    async ({ post, call }) => {
      const id = await post(true)
      return () => call('POST', at(id, '/unpublish'))
    },
  ],
  restore: [
    'document.updated',
    async ({ post, call }) => {
      const id = await post()
      await call('PATCH', at(id), { title: 'B' })
      return () => call('POST', at(id, '/restore/1?draft=true'))
    },
  ],
  copyLocale: [
    'document.updated',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', at(id, '/copy-locale'), { from: 'en', to: 'de' })
    },
  ],
  changeJoin: [
    'document.updated',
    async ({ post, call }) => {
      const id = await post()
      const { body } = await call('POST', '/api/collections/people', { name: 'A' })
      return () => call('PATCH', at(body.doc.id, '/joins/posts', 'people'), { additions: [id] })
    },
  ],
  schedule: [
    'schedule',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', at(id, '/schedule'), { runAt: later() })
    },
  ],
  cancelScheduled: [
    'schedule.cancelled',
    async ({ post, call }) => {
      const id = await post()
      const { body } = await call('POST', at(id, '/schedule'), { runAt: later() })
      return () => call('DELETE', at(id, `/schedule/${body.doc.id}`))
    },
  ],
  nameVersion: [
    'version.named',
    async ({ post, call }) => {
      const id = await post()
      return () => call('PATCH', at(id, '/versions/1'), { name: 'First' })
    },
  ],
  shareView: [
    'view.shared',
    async ({ call }) =>
      () =>
        call('PUT', '/api/views/posts/one', { name: 'One', value: {} }),
  ],
  unshareView: [
    'view.unshared',
    async ({ call }) => {
      await call('PUT', '/api/views/posts/two', { name: 'Two', value: {} })
      return () => call('DELETE', '/api/views/posts/two')
    },
  ],
  queueRemind: [
    'job.queued',
    async ({ call }) =>
      () =>
        call('POST', '/api/jobs/remind', { in: '1h' }),
  ],
  cancelJob: [
    'job.cancelled',
    async ({ call }) => {
      const { body } = await call('POST', '/api/jobs/remind', { in: '1h' })
      return () => call('POST', `/api/jobs/${body.id}/cancel`)
    },
  ],
  retryJob: [
    'job.retried',
    async ({ call }) => {
      const { body } = await call('POST', '/api/jobs/remind', { in: '1h' })
      await call('POST', `/api/jobs/${body.id}/cancel`)
      return () => call('POST', `/api/jobs/${body.id}/retry`)
    },
  ],
  comment: [
    'comment.created',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', at(id, '/comments'), { body: 'Hm' })
    },
  ],
  editComment: [
    'comment.updated',
    async (made) => {
      const [id, one] = await commented(made)
      return () => made.call('PATCH', at(id, `/comments/${one}`), { body: 'Ah' })
    },
  ],
  deleteComment: [
    'comment.deleted',
    async (made) => {
      const [id, one] = await commented(made)
      return () => made.call('DELETE', at(id, `/comments/${one}`))
    },
  ],
  resolveComment: [
    'comment.resolved',
    async (made) => {
      const [id, one] = await commented(made)
      return () => made.call('POST', at(id, `/comments/${one}/resolve`))
    },
  ],
  reopenComment: [
    'comment.reopened',
    async (made) => {
      const [id, one] = await commented(made)
      await made.call('POST', at(id, `/comments/${one}/resolve`))
      return () => made.call('POST', at(id, `/comments/${one}/reopen`))
    },
  ],
  previewToken: [
    'preview.tokenCreated',
    async ({ post, call }) => {
      const id = await post()
      return () => call('POST', `/api/preview/collections/posts/${id}/token`)
    },
  ],
  revokePreviewToken: [
    'preview.tokenRevoked',
    async ({ post, call }) => {
      const id = await post()
      const { body } = await call('POST', `/api/preview/collections/posts/${id}/token`)
      return () => call('POST', '/api/preview/token/revoke', { token: body.token })
    },
  ],
  updateImage: [
    'document.updated',
    async ({ send, call, ann }) => {
      const form = new FormData()
      form.append('file', new File([PNG], 'a.png', { type: 'image/png' }))
      const { body } = await send('POST', '/api/collections/media', { body: form, token: ann.token })
      return () => call('PATCH', at(body.doc.id, '/image', 'media'), { focalPoint: { x: 10, y: 10 } })
    },
  ],
  createUser: [
    'auth.created',
    async ({ call }) =>
      () =>
        call('POST', '/api/auth/users/create-user', {
          data: { email: `u${Date.now()}@example.com` },
          password: PASSWORD,
        }),
  ],
  login: [
    'auth.login',
    async ({ call, ann }) =>
      () =>
        call('POST', '/api/auth/users/login', { email: ann.email, password: PASSWORD }),
  ],
  forgotPassword: [
    'auth.resetRequested',
    async ({ call }) =>
      () =>
        call('POST', '/api/auth/users/forgot-password', { email: 'nobody@example.com' }),
  ],
  requestVerification: [
    'auth.verificationRequested',
    async ({ call }) =>
      () =>
        call('POST', '/api/auth/users/request-verification', { email: 'nobody@example.com' }),
  ],
  resetPassword: [
    'auth.passwordReset',
    async (made) => {
      const { email } = await made.user('Reset')
      await made.call('POST', '/api/auth/users/forgot-password', { email })
      const token = tokenIn(await mailWith(made, email, 'assword'))
      return () => made.call('POST', '/api/auth/users/reset-password', { token, password: `${PASSWORD} anew` })
    },
  ],
  verify: [
    'auth.addressVerified',
    async (made) => {
      const email = `verified-${Date.now()}@example.com`
      await made.app.local.asSystem().users('users').createUser({ data: { email }, password: PASSWORD })
      const token = tokenIn(await mailWith(made, email, ''))
      return () => made.call('POST', '/api/auth/users/verify', { token })
    },
  ],
  invite: [
    'auth.created',
    async ({ call }) =>
      () =>
        call('POST', '/api/auth/users/invite', { data: { email: `i${Date.now()}@example.com` } }),
  ],
  resendInvitation: [
    'auth.invitationResent',
    async (made) => {
      const { id } = await invited(made)
      await made.app.storage.transaction(({ records }) =>
        records.update('invitations', { userId: id }, { askedAt: '2020-01-01T00:00:00.000Z' }),
      )
      return () => made.call('POST', `/api/auth/users/${id}/invitation/resend`)
    },
  ],
  createInvitationLink: [
    'auth.invitationLinkCreated',
    async (made) => {
      const { id } = await invited(made)
      return () => made.call('POST', `/api/auth/users/${id}/invitation/link`)
    },
  ],
  withdrawInvitation: [
    'auth.deleted',
    async (made) => {
      const { id } = await invited(made)
      return () => made.call('DELETE', `/api/auth/users/${id}/invitation`)
    },
  ],
  acceptInvitation: [
    'auth.invitationAccepted',
    async (made) => {
      const { email } = await invited(made)
      const token = tokenIn(await mailWith(made, email, 'invited'))
      return () => made.call('POST', '/api/auth/users/accept-invitation', { token, password: PASSWORD })
    },
  ],
  unlock: [
    'auth.unlocked',
    async ({ app, ann }) =>
      () =>
        inProcess(app.local.asSystem().users('users').unlock(ann.id)),
  ],
  secondFactor: [
    'auth.login',
    async (made) => {
      const { email, codes } = await withCodes(made)
      const { body } = await made.call('POST', '/api/auth/users/login', { email, password: PASSWORD })
      const { token } = body.error.challenge
      return () => made.call('POST', '/api/auth/users/second-factor', { token, recoveryCode: codes[0] })
    },
  ],
  passkeyLogin: [
    'auth.login',
    async (made) => {
      const { passkey } = await withCodes(made)
      const { body } = await made.call('POST', '/api/auth/users/passkeys/options', {})
      const response = passkey.use(body.options, HERE)
      return () => made.call('POST', '/api/auth/users/passkeys/login', { token: body.token, response })
    },
  ],
  createPasskey: [
    'auth.factorAdded',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      const { body } = await send('POST', '/api/auth/passkeys/options', { token })
      const response = new Authenticator().make(body.options, HERE)
      return () => send('POST', '/api/auth/passkeys', { token, body: { token: body.token, response } })
    },
  ],
  updatePasskey: [
    'auth.passkeyRenamed',
    async (made) => {
      const { token, id } = await withCodes(made)
      return () => made.send('PATCH', `/api/auth/passkeys/${id}`, { token, body: { name: 'Phone' } })
    },
  ],
  deletePasskey: [
    'auth.factorRemoved',
    async (made) => {
      const { token, id } = await withCodes(made)
      return () => made.send('DELETE', `/api/auth/passkeys/${id}`, { token })
    },
  ],
  createRecoveryCodes: [
    'auth.recoveryCodesMade',
    async (made) => {
      const { token } = await withCodes(made)
      return () => made.send('POST', '/api/auth/recovery-codes', { token })
    },
  ],
  confirmTotp: [
    'auth.factorAdded',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      const { body } = await send('POST', '/api/auth/totp', { token })
      const code = codeAt(fromBase32(body.secret), stepAt(new Date()))
      return () => send('POST', '/api/auth/totp/confirm', { token, body: { code } })
    },
  ],
  removeTotp: [
    'auth.factorRemoved',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      await send('POST', '/api/auth/totp', { token })
      return () => send('DELETE', '/api/auth/totp', { token })
    },
  ],
  resetFactors: [
    'auth.factorsReset',
    async ({ app, user }) => {
      const { id } = await user('Lost')
      return () => inProcess(app.local.asSystem().users('users').resetFactors(id))
    },
  ],
  logout: [
    'auth.logout',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      return () => send('POST', '/api/auth/logout', { token })
    },
  ],
  logoutAll: [
    'auth.logoutAll',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      return () => send('POST', '/api/auth/logout-all', { token })
    },
  ],
  endSession: [
    'auth.sessionRevoked',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      const { body } = await send('GET', '/api/auth/sessions', { token })
      return () => send('DELETE', `/api/auth/sessions/${must(body.docs[0], 'a session').id}`, { token })
    },
  ],
  changePassword: [
    'auth.passwordChanged',
    async ({ send, user }) => {
      const { token } = await signedIn(user, send)
      return () =>
        send('POST', '/api/auth/change-password', {
          token,
          body: { currentPassword: PASSWORD, newPassword: `${PASSWORD} anew` },
        })
    },
  ],
  createApiKey: [
    'auth.keyCreated',
    async ({ send, ann }) =>
      () =>
        send('POST', '/api/auth/api-keys', { headers: cookie(ann.token), body: { name: 'CI' } }),
  ],
  deleteApiKey: [
    'auth.keyRevoked',
    async ({ send, ann }) => {
      const { body } = await send('POST', '/api/auth/api-keys', { headers: cookie(ann.token), body: { name: 'CI' } })
      return () => send('DELETE', `/api/auth/api-keys/${body.doc.id}`, { token: ann.token })
    },
  ],
  updateApiKey: [
    'auth.keyNarrowed',
    async ({ send, ann }) => {
      const { body } = await send('POST', '/api/auth/api-keys', { headers: cookie(ann.token), body: { name: 'CI' } })
      return () => send('PATCH', `/api/auth/api-keys/${body.doc.id}`, { token: ann.token, body: { name: 'Nightly' } })
    },
  ],
  rotateApiKey: [
    'auth.keyRotated',
    async ({ send, ann }) => {
      const { body } = await send('POST', '/api/auth/api-keys', { headers: cookie(ann.token), body: { name: 'CI' } })
      return () => send('POST', `/api/auth/api-keys/${body.doc.id}/rotate`, { headers: cookie(ann.token), body: {} })
    },
  ],
  createUserApiKey: [
    'auth.keyCreated',
    async (made) => {
      const path = await serviceKeys(made)
      return () => made.send('POST', path, { headers: cookie(made.ann.token), body: { name: 'CI' } })
    },
  ],
  updateUserApiKey: [
    'auth.keyNarrowed',
    async (made) => {
      const path = await serviceKeys(made)
      const headers = cookie(made.ann.token)
      const { body } = await made.send('POST', path, { headers, body: { name: 'CI' } })
      return () => made.send('PATCH', `${path}/${body.doc.id}`, { headers, body: { name: 'Nightly' } })
    },
  ],
  rotateUserApiKey: [
    'auth.keyRotated',
    async (made) => {
      const path = await serviceKeys(made)
      const headers = cookie(made.ann.token)
      const { body } = await made.send('POST', path, { headers, body: { name: 'CI' } })
      return () => made.send('POST', `${path}/${body.doc.id}/rotate`, { headers, body: {} })
    },
  ],
  deleteUserApiKey: [
    'auth.keyRevoked',
    async ({ send, ann }) => {
      const { body } = await send('POST', '/api/auth/api-keys', { headers: cookie(ann.token), body: { name: 'CI' } })
      return () => send('DELETE', `/api/auth/users/${ann.id}/api-keys/${body.doc.id}`, { token: ann.token })
    },
  ],
}

const cookie = (token: string) => ({ cookie: `service_session=${token}`, origin: 'http://localhost' })

async function serviceKeys({ call }: Made): Promise<string> {
  const { body } = await call('POST', '/api/auth/users/create-user', { data: { name: 'CI' }, kind: 'service' })
  return `/api/auth/users/${body.doc.id}/api-keys`
}

const HERE = { origin: 'http://localhost' }

/** A user with a passkey and recovery codes. */
async function withCodes({ send, user }: Made) {
  const somebody = await signedIn(user, send)
  const { token } = somebody
  const passkey = new Authenticator()
  const { body: asked } = await send('POST', '/api/auth/passkeys/options', { token })
  const response = passkey.make(asked.options, HERE)
  const { body: made } = await send('POST', '/api/auth/passkeys', { token, body: { token: asked.token, response } })
  const { body } = await send('POST', '/api/auth/recovery-codes', { token })
  return { ...somebody, passkey, id: String(made.id), codes: body.codes as string[] }
}

async function signedIn(user: Made['user'], send: Made['send']) {
  const somebody = await user('Somebody')
  const { body } = await send('POST', '/api/auth/users/login', { body: { email: somebody.email, password: PASSWORD } })
  return { ...somebody, token: String(body.token ?? somebody.token) }
}

async function commented({ post, call }: Made): Promise<[document: string, comment: string]> {
  const id = await post()
  const { body } = await call('POST', at(id, '/comments'), { body: 'Hm' })
  return [id, body.doc.id]
}

async function mailWith({ mailer, app }: Made, address: string, word: string) {
  await app.runJobs()
  await expect
    .poll(() => mailer.to(address).some(({ subject, text }) => `${subject} ${text}`.includes(word)))
    .toBe(true)
  return must(
    mailer.to(address).findLast(({ subject, text }) => `${subject} ${text}`.includes(word)),
    'a mail',
  )
}

/** An invited user. */
async function invited({ app }: Made): Promise<{ id: string; email: string }> {
  const email = `invited-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
  const { id } = (await app.local.asSystem().users('users').invite({ data: { email } })) as { id: string }
  return { id, email }
}

async function inProcess(work: Promise<unknown>): Promise<Reply> {
  return { status: 200, text: '', body: await work }
}

describeEachDatabase('on %s', (dialect) => {
  describe('every operation that changes something', () => {
    let made: Made
    beforeAll(async () => {
      const app = await recorded(everything, dialect)
      const ann = await app.user('Ann')
      const call = (method: string, path: string, body?: unknown) =>
        app.send(method, path, { token: ann.token, ...(body !== undefined && { body }) })
      const post = async (publish = false) => {
        const { body } = await call('POST', `/api/collections/posts?publish=${publish}`, { title: 'A' })
        return String(body.doc.id)
      }
      made = { ...app, ann, call, post }
    })
    afterAll(() => made.close())

    it('is in the table', () => {
      const { collections, globals, service } = made.app.manifest
      const all = [...Object.values(collections), ...Object.values(globals), service].flatMap(({ operations }) =>
        Object.values(operations).filter(({ endpoint }) => endpoint.method !== 'GET'),
      )
      const names = new Set(all.map(({ name }) => name))
      const known = new Set([...Object.keys(CASES), ...Object.keys(QUIET), ...ASKS, ...AS_CREATE, ...WITH_PROVIDER])
      expect([...names].filter((name) => !known.has(name))).toEqual([])
    })

    it.each(Object.entries(CASES))('%s leaves one entry', async (_name, [action, prepare]) => {
      const call = await prepare(made)
      const before = (await made.entries()).length
      const reply = await call()
      expect([reply.status < 300, reply.text]).toEqual([true, reply.text])
      const left = (await made.entries()).slice(before)
      expect(left.map((one) => one.action)).toEqual([action])
      expect(left[0]).toMatchObject({ outcome: 'done', code: null })
    })

    it('records no secret', async () => {
      const text = JSON.stringify(await made.app.storage.reader.records.find('audit-entries', {}))
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toContain(made.ann.token)
      const tokens = made.mailer.sent.flatMap((mail) => /[\w-]{43,}/.exec(mail.text)?.[0] ?? [])
      expect(tokens.length).toBeGreaterThan(1)
      for (const token of tokens) expect(text).not.toContain(token)
      expect(text).not.toMatch(/qk_|nobody@example\.com/)
    })
  })
})
