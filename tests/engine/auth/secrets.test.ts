import { createTestDatabase, describeEachDatabase, must } from '@quirecms/testkit'
import { createApp, createLogger, smtp } from 'quirecms'
import { expect, inject, it, vi } from 'vitest'
import { mailServer } from './mail-server.ts'
import { tokenIn } from './mail.ts'
import { members } from './members.ts'
import { freshAddress, PASSWORD } from './people.ts'

describeEachDatabase('a complete flow through SMTP (%s)', (dialect) => {
  it('works, and leaves no secret in logs or responses', async () => {
    const lines: string[] = []
    const log = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
    const mails = await mailServer()
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    vi.stubEnv('QUIRE_BOOTSTRAP_TOKEN', 'the bootstrap token')
    const users = {
      ...members.collections.users,
      auth: { verification: true, recovery: true, apiKeys: true, bootstrap: { roles: ['admin'] } },
    }
    const config = {
      ...members,
      collections: { ...members.collections, users },
      database: database.config,
      email: smtp({ host: '127.0.0.1', port: mails.port, from: 'Quire <no-reply@example.com>' }),
      server: { publicUrl: 'https://cms.example.com', rateLimit: false as const },
    }
    const app = await createApp(config, { log })
    const url = await app.listen({ port: 0 })
    const secrets = new Set([
      PASSWORD,
      'the bootstrap token',
      'the next password',
      'the last password',
      'forged-token-forged-token',
    ])
    const texts: string[] = []
    const post = async (path: string, body: object | undefined, headers: Record<string, string> = {}) => {
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      texts.push(text)
      return { status: response.status, body: JSON.parse(text), headers: response.headers }
    }
    const mail = async (to: string, count: number) => {
      await expect.poll(() => mails.received.filter((one) => one.to === to)).toHaveLength(count)
      const { text } = must(mails.received.filter((one) => one.to === to).at(-1), 'mail')
      const token = tokenIn({ text })
      secrets.add(token)
      return { token, text }
    }
    try {
      const boss = freshAddress('boss')
      const first = await post(
        '/api/auth/users/create-user',
        { data: { email: boss }, password: PASSWORD },
        { 'x-bootstrap-token': 'the bootstrap token' },
      )
      expect(first.status).toBe(201)
      // The first user is verified.
      const session = await post('/api/auth/users/login', { email: boss, password: PASSWORD })
      expect(session.status).toBe(200)
      secrets.add(session.body.token)
      const byToken = { authorization: `Session ${session.body.token}` }
      const byCookie = { cookie: `service_session=${session.body.token}` }

      const email = freshAddress()
      expect((await post('/api/auth/users/create-user', { data: { email }, password: PASSWORD }, byToken)).status).toBe(
        201,
      )
      expect((await post('/api/auth/users/login', { email, password: PASSWORD })).status).toBe(403)
      const verification = await mail(email, 1)
      expect(verification.text).toContain('https://cms.example.com/auth/users/verify?token=')
      expect((await post('/api/auth/users/verify', { token: verification.token })).status).toBe(200)
      const signedIn = await post('/api/auth/users/login', { email, password: PASSWORD })
      expect(signedIn.status).toBe(200)
      secrets.add(signedIn.body.token)
      expect((await post('/api/auth/users/forgot-password', { email })).status).toBe(200)
      const recovery = await mail(email, 2)
      expect(
        (await post('/api/auth/users/reset-password', { token: recovery.token, password: 'the next password' })).status,
      ).toBe(200)
      expect((await post('/api/auth/users/login', { email, password: 'the next password' })).status).toBe(200)

      await expect.poll(() => mails.received.filter((one) => one.to === email)).toHaveLength(3)
      expect(mails.received.at(-1)?.text).toContain('Subject: Your password was changed')
      const moving = await post('/api/auth/users/login', { email, password: 'the next password' })
      secrets.add(moving.body.token)
      const moved = freshAddress('moved')
      const change = await fetch(`${url}/api/collections/users/${moving.body.user.id as string}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Session ${moving.body.token as string}` },
        body: JSON.stringify({ email: moved }),
      })
      expect(change.status).toBe(200)
      await expect.poll(() => mails.received.filter((one) => one.to === email)).toHaveLength(4)
      const told = must(mails.received.filter((one) => one.to === email).at(-1), 'mail').text
      expect(told).toContain('Subject: Your address was changed')
      expect(told).not.toContain(moved)
      const confirmation = await mail(moved, 1)
      expect((await post('/api/auth/users/verify', { token: confirmation.token })).status).toBe(200)
      expect((await post('/api/auth/users/login', { email: moved, password: 'the next password' })).status).toBe(200)

      const key = await post('/api/auth/api-keys', { name: 'k' }, byCookie)
      expect(key.status).toBe(201)
      secrets.add(key.body.key)
      await post(
        '/api/auth/change-password',
        { currentPassword: 'forged-token-forged-token', newPassword: 'the last password' },
        byToken,
      )
      await post('/api/auth/logout', undefined, { authorization: 'Session forged-token-forged-token' })
      await post('/api/auth/users/login', { email: ['forged-token-forged-token'], password: 'the last password' })

      // A missing mail server changes no answer; the log has the failure.
      await mails.close()
      expect((await post('/api/auth/users/forgot-password', { email: moved })).body).toEqual({ requested: true })
      await expect
        .poll(() => lines.join(''))
        .toContain('a mail (recovery) could not be sent; the next attempt is in 10 s')
    } finally {
      await app.close()
      vi.unstubAllEnvs()
      await database.remove()
    }
    const written = lines.join('')
    expect(written).toContain('/api/auth/users/login')
    for (const secret of secrets) expect(written.includes(secret), secret.slice(0, 12)).toBe(false)
    expect(written).not.toMatch(/argon2id\$/)
    // Only answers that create a token contain it; none contains a password or a hash.
    const answered = texts.join('')
    for (const secret of [PASSWORD, 'the next password', 'the last password', 'forged-token-forged-token', 'argon2']) {
      expect(answered.includes(secret), secret).toBe(false)
    }
  })
})

it('without mail configured, mails are printed to the log', async () => {
  const lines: string[] = []
  const log = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
  const database = await createTestDatabase('sqlite', '')
  const app = await createApp({ ...members, database: database.config }, { log })
  try {
    const email = freshAddress()
    const users = app.local.asSystem().auth.users
    await users.createUser({ data: { email }, password: PASSWORD })
    await users.forgotPassword({ email })
    await expect.poll(() => lines.join('')).toContain(email)
    expect(lines.join('')).toContain('Set a new password')
  } finally {
    await app.close()
    await database.remove()
  }
})
