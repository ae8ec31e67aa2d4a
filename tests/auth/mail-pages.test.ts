import { createTestApp, must } from '@quire/testkit'
import { collection, createApp, createLogger, defineConfig, plugin, sqlite } from 'quire'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { Outbox, type SentMail } from './mail.ts'
import { freshAddress, PASSWORD } from './people.ts'

const everybody = () => true

const tokenOf = ({ text }: SentMail) => must(/(?:token=|reset\/)([\w-]{43})/.exec(text)?.[1], 'token')

/** The mails that a new member of a second collection gets, and one who forgot the password. */
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
  it('lead to the pages that the collection names', async () => {
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
  /** What is said of mails by an application whose second auth collection is this one. */
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

  it('the log says which pages are missing, and how to name them', async () => {
    expect(await saidOf({ verification: true })).toEqual([
      'links in mails to users of "members" lead to pages that are not there: set auth.recovery.url and auth.verification.url of the collection',
    ])
    expect(await saidOf({ verification: true, recovery: { url: '/reset' } })).toEqual([
      expect.stringMatching(/set auth\.verification\.url of the collection$/),
    ])
  })

  it('the log says that mails have no links, where they are sent and nobody knows the address', async () => {
    const mailer = { send: async () => undefined }
    const pages = { recovery: { url: '/reset' }, invitations: { url: '/welcome' } }
    const said = ['mails to users have tokens in the place of links: set server.publicUrl']
    expect(await saidOf(pages, { mailer })).toEqual(said)
    expect(await saidOf(pages, { mailer, server: { publicUrl: 'https://cms.example.com' } })).toEqual([])
    expect(await saidOf(pages)).toEqual([])
  })

  it('the log says nothing where there are pages, or other links', async () => {
    const template = () => ({ subject: 'Hello', text: 'See https://www.example.com' })
    const page = { method: 'GET', path: '/auth/:collection/reset-password', exact: true, handler: () => ({}) } as const
    expect(await saidOf({ recovery: false })).toEqual([])
    expect(await saidOf({ recovery: { template } })).toEqual([])
    expect(await saidOf({ recovery: { url: 'https://www.example.com/reset' } })).toEqual([])
    expect(await saidOf(true, { plugins: [plugin({ key: 'pages', routes: [page] })] })).toEqual([])
  })
})
