import { createTestApp, must } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, oidc, plugin, sqlite } from 'quirecms'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { Outbox, type SentMail } from './mail.ts'
import { freshAddress, PASSWORD } from './people.ts'

const everybody = () => true

const tokenOf = ({ text }: SentMail) => must(/(?:token=|reset\/)([\w-]{43})/.exec(text)?.[1], 'token')

/** Mails of a new member in a second collection, and of one who forgot the password. */
async function mailsWith(auth: object, publicUrl?: string) {
  const outbox = new Outbox()
  const config = defineConfig({
    admin: { users: 'users' },
    ...(publicUrl !== undefined && { server: { publicUrl } }),
    collections: {
      users: collection({ auth: true, fields: {} }),
      members: collection({ auth, fields: {}, access: { create: everybody } }),
    },
  })
  const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), mailer: outbox })
  onTestFinished(() => test.close())
  const email = freshAddress('member')
  const members = test.local.asSystem().users('members')
  await members.createUser({ data: { email }, password: PASSWORD })
  const welcome = await outbox.newest(email)
  await test.request('POST', '/api/auth/members/verify', { body: { token: tokenOf(welcome) } })
  await test.request('POST', '/api/auth/members/forgot-password', { body: { email } })
  return { welcome: welcome.text, recovery: (await outbox.newest(email, 2)).text }
}

describe('links in mails', () => {
  it('lead to the pages of the collection', async () => {
    const auth = {
      verification: { url: 'https://www.example.com/hello?lang=en' },
      recovery: { url: 'https://www.example.com/reset/{token}#form' },
    }
    const { welcome, recovery } = await mailsWith(auth, 'https://cms.example.com')
    expect(welcome).toMatch(/https:\/\/www\.example\.com\/hello\?lang=en&token=[\w-]{43}/)
    expect(recovery).toMatch(/https:\/\/www\.example\.com\/reset\/[\w-]{43}#form/)
    expect(welcome + recovery).not.toContain('cms.example.com')
  })

  it('lead to paths below the public address', async () => {
    const auth = { verification: { url: '/hello' }, recovery: true }
    const { welcome, recovery } = await mailsWith(auth, 'https://cms.example.com/base/')
    expect(welcome).toMatch(/https:\/\/cms\.example\.com\/base\/hello\?token=[\w-]{43}/)
    expect(recovery).toMatch(/https:\/\/cms\.example\.com\/base\/auth\/members\/reset-password\?token=/)
  })
})

describe('at start', () => {
  /** Warnings about mails in an application with this second auth collection. */
  async function saidOf(auth: object | true, more: object = {}): Promise<string[]> {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) }
    const config = defineConfig({
      database: sqlite(':memory:'),
      admin: { users: 'users' },
      collections: { users: collection({ auth: true, fields: {} }), members: collection({ auth, fields: {} }) },
      ...more,
    })
    const app = await createApp(config, { log: createLogger({ level: 'warn', destination }) })
    onTestFinished(() => app.close())
    await app.listen({ port: 0 })
    return lines.filter((line) => /links in mails|mails to users/.test(line))
  }

  it('the log warns that mails have no links, if mails are sent without a known address', async () => {
    const mailer = { send: async () => undefined }
    const pages = { recovery: { url: '/reset' }, invitations: { url: '/welcome' } }
    const said = ['mails to users contain tokens instead of links: set server.publicUrl']
    expect(await saidOf(pages, { mailer })).toEqual(said)
    expect(await saidOf(pages, { mailer, server: { publicUrl: 'https://cms.example.com' } })).toEqual([])
    expect(await saidOf(pages)).toEqual([])
  })
})

describe('without a page of the admin app or the application', () => {
  async function start(auth: object | true, more: object = {}) {
    const outbox = new Outbox()
    const config = defineConfig({
      admin: { users: 'users' },
      server: { publicUrl: 'https://cms.example.com', rateLimit: false },
      collections: {
        users: collection({ auth: true, fields: {} }),
        members: collection({ auth, fields: {}, access: { create: everybody } }),
      },
      ...more,
    })
    const test = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl'), mailer: outbox })
    onTestFinished(() => test.close())
    return { test, outbox }
  }
  const pages = ['reset-password', 'verify', 'accept-invitation']

  it('a plain page shows the form of the link, without the token in the page', async () => {
    const { test, outbox } = await start({ verification: true, invitations: true })
    const email = freshAddress('member')
    await test.local.asSystem().users('members').createUser({ data: { email }, password: PASSWORD })
    const mail = await outbox.newest(email)
    const link = must(/https:\/\/cms\.example\.com(\S+)/.exec(mail.text)?.[1], 'link')
    const { status, headers, text } = await test.request('GET', link)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'private, no-store',
    ])
    expect(text).toContain('<h1>Confirm your address</h1>')
    expect(text).toContain('data-endpoint="../../api/auth/members/verify"')
    expect(text).not.toContain(tokenOf(mail))
    const policy = must(headers.get('content-security-policy'), 'policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'/,
    )
    // Nothing happens until the user confirms: mail scanners open links, too.
    const used = await test.request('POST', '/api/auth/members/verify', { body: { token: tokenOf(mail) } })
    expect(used.status).toBe(200)
    const asked = await Promise.all(pages.map((page) => test.request('GET', `/auth/members/${page}`)))
    expect(asked.map(({ text: one }) => one.includes('type="password"'))).toEqual([true, false, true])
  })

  it('it is in the language of the mails of the application', async () => {
    const { test } = await start(true, { mail: { language: 'ar' } })
    const { text } = await test.request('GET', '/auth/members/reset-password')
    expect(text).toContain('<html lang="ar" dir="rtl">')
    expect(text).toContain('كلمة المرور الجديدة')
  })

  it('it leads to providers if passwords are disabled', async () => {
    const at = { issuer: 'https://id.example.com', clientId: 'quire' }
    const providers = { a: oidc({ ...at, label: 'A & <B>' }), c: oidc(at) }
    const { test } = await start({ invitations: true, providers, passwords: false })
    const { text } = await test.request('GET', '/auth/members/accept-invitation')
    expect(text).toContain('<a href="../../api/auth/members/providers/a/start">A &#38; &#60;B&#62;</a>')
    expect(text).toContain('<a href="../../api/auth/members/providers/c/start">c</a>')
    expect(text).not.toContain('<form')
    expect((await test.request('GET', '/auth/members/reset-password')).status).toBe(404)
  })

  it('there is none for a disabled feature, or if the link leads elsewhere', async () => {
    const page = {
      method: 'GET',
      path: '/auth/:collection/reset-password',
      exact: true,
      handler: () => ({ own: true }),
    }
    const statuses = async (auth: object | true, more: object = {}) => {
      const { test } = await start(auth, more)
      return Promise.all(pages.map(async (one) => (await test.request('GET', `/auth/members/${one}`)).status))
    }
    expect(await statuses(true)).toEqual([200, 404, 404])
    expect(await statuses({ recovery: false })).toEqual([404, 404, 404])
    expect(await statuses({ recovery: { url: 'https://www.example.com/reset' } })).toEqual([404, 404, 404])
    const { test } = await start(true, { plugins: [plugin({ key: 'pages', routes: [page as never] })] })
    expect((await test.request('GET', '/auth/members/reset-password')).body).toEqual({ own: true })
  })
})
