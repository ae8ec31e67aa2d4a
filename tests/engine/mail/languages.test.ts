import { must } from '@quirecms/testkit'
import { type AuthConfig, collection, createApp, defineConfig, f, type MailConfig, smtp, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type MailServer, mailServer } from '../auth/mail-server.ts'
import { freshAddress, PASSWORD } from '../auth/people.ts'
import { partsOf } from './parts.ts'

/** Texts don't depend on the database; a real mail server shows the result. */
describe('mails of the framework', () => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await mailServer()
  })
  afterAll(() => mails.close())

  async function start(mail?: MailConfig, auth: Pick<AuthConfig, 'recovery'> = {}) {
    const config = defineConfig({
      database: sqlite(':memory:'),
      server: { publicUrl: 'https://cms.example.com', rateLimit: false },
      email: smtp({ host: '127.0.0.1', port: mails.port, from: 'Tools <no-reply@example.com>' }),
      ...(mail && { mail }),
      collections: {
        users: collection({ auth: { ...auth, invitations: true, passkeys: true }, fields: { name: f.text() } }),
      },
    })
    const app = await createApp(config)
    onTestFinished(() => app.close())
    const { auth: byCollection } = app.local.asSystem()
    /** A user with this language, if given, and the mails to it. */
    async function reader(language?: unknown) {
      const email = freshAddress('reader')
      const { id } = await byCollection.users.createUser({ data: { email }, password: PASSWORD })
      const own = app.local.as({ id, collection: 'users' })
      if (language !== undefined) await own.account.writePreference('language', { value: language })
      return { id, email, own }
    }
    async function newest(address: string, count = 1) {
      const mine = () => mails.received.filter(({ to }) => to === address)
      await expect.poll(mine).toHaveLength(count)
      return partsOf(must(mine().at(-1), 'mail').raw)
    }
    async function recovery(language?: unknown) {
      const { email } = await reader(language)
      await app.local.auth.users.forgotPassword({ email })
      return newest(email)
    }
    return { app, users: byCollection.users, reader, newest, recovery }
  }

  it('use the language that the recipient has chosen, and its direction', async () => {
    const { recovery } = await start({ language: 'de' })
    const arabic = await recovery('ar')
    expect(arabic.text).toContain('طلب أحدهم كلمة مرور جديدة لهذا العنوان.')
    expect(arabic.text).toMatch(/https:\/\/cms\.example\.com\/auth\/users\/reset-password\?token=[\w-]{43}/)
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    expect(arabic.html).toContain('>تعيين كلمة مرور جديدة</a>')
    const brazilian = await recovery('pt-BR')
    expect(brazilian.html).toContain('<html lang="pt-BR" dir="ltr">')
    expect(brazilian.text).toContain('Se não foi você')
    // A supported language with another region.
    expect((await recovery('fr-CA')).html).toContain('<html lang="fr" dir="ltr">')
  })

  it.each([
    ['nothing', undefined],
    ['a language that there are no words in', 'da'],
    ['what is no language', 'x'.repeat(100)],
    ['no text', { de: true }],
    ['a name that every object has', 'constructor'],
  ])('use the language of the application for users who chose %s', async (_, language) => {
    const { recovery } = await start({ language: 'de' })
    const { text, html } = await recovery(language)
    expect(text).toContain('Jemand hat für diese Adresse ein neues Passwort angefordert.')
    expect(html).toContain('<html lang="de" dir="ltr">')
  })

  it('are in English without a preference, also if the application uses another language', async () => {
    for (const mail of [undefined, { language: 'da' }]) {
      const { recovery } = await start(mail)
      const { text, html } = await recovery()
      expect(text).toContain('Someone asked for a new password for this address.')
      expect(html).toContain('<html lang="en" dir="ltr">')
    }
  })

  it('notify and invite in the language of the recipient', async () => {
    const { users, reader, newest } = await start({ language: 'nl' })
    const ann = await reader('ja')
    await users.resetFactors(ann.id)
    const notice = await newest(ann.email)
    expect(notice.text).toContain('ユーザーを管理する人が行いました。')
    expect(notice.html).toContain('<html lang="ja" dir="ltr">')
    const email = freshAddress('guest')
    await users.invite({ data: { email } })
    expect((await newest(email)).text).toContain('nodigt je uit om het te gebruiken')
  })

  it('use texts of the application, which may depend on the language', async () => {
    const template = ({ language }: { language: string }) =>
      language === 'he' ? { subject: 'שלום', text: 'שלום', language } : { subject: 'Hei', text: `Hei (${language})` }
    const { recovery } = await start({ language: 'fi' }, { recovery: { template } })
    expect((await recovery('he')).html).toContain('<html lang="he" dir="rtl">')
    const finnish = await recovery('de')
    expect([finnish.text, finnish.html.includes('<html lang="fi" dir="ltr">')]).toEqual(['Hei (de)', true])
    expect((await recovery()).text).toBe('Hei (fi)')
  })
})
