import { must } from '@quirecms/testkit'
import {
  collection,
  createApp,
  createLogger,
  defineConfig,
  type MailConfig,
  type MailTemplate,
  smtp,
  sqlite,
} from 'quirecms'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type MailServer, mailServer } from '../auth/mail-server.ts'
import { freshAddress, PASSWORD } from '../auth/people.ts'
import { type MailParts, partsOf } from './parts.ts'

/** What mails look like does not depend on the database; a real mail server says what arrives. */
describe('mails', () => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await mailServer()
  })
  afterAll(() => mails.close())

  async function start(mail?: MailConfig, verification: true | { template: MailTemplate } = true) {
    const lines: string[] = []
    const config = defineConfig({
      name: 'Tools & Toys',
      database: sqlite(':memory:'),
      server: { publicUrl: 'https://cms.example.com', rateLimit: false },
      email: smtp({ host: '127.0.0.1', port: mails.port, from: 'Tools <no-reply@example.com>' }),
      ...(mail && { mail }),
      collections: { users: collection({ auth: { verification }, fields: {} }) },
    })
    const log = createLogger({ level: 'error', destination: { write: (line) => void lines.push(line) } })
    const app = await createApp(config, { log })
    onTestFinished(() => app.close())
    const received = async (address: string): Promise<MailParts> => {
      const mine = () => mails.received.filter(({ to }) => to === address)
      await expect.poll(mine).toHaveLength(1)
      return partsOf(must(mine()[0], 'mail').raw)
    }
    const send = async (message: {
      subject?: string
      text: string
      html?: string
      action?: { label: string; url: string }
    }) => {
      const to = freshAddress('reader')
      await app.local.mail.send({ to, subject: 'Hello', ...message })
      return received(to)
    }
    return { app, send, received, lines }
  }

  it('of the framework have a text and an HTML part, with a button, and load nothing', async () => {
    const { app, received } = await start({ footer: 'Tools Ltd\nHigh Street 1' })
    const email = freshAddress('ann')
    await app.local.asSystem().auth.users.createUser({ data: { email }, password: PASSWORD })
    const { text, html } = await received(email)
    const link = must(/https:\/\/cms\.example\.com\/auth\/users\/verify\?token=[\w-]{43}/.exec(text), 'link')[0]
    expect(html).toContain(`<a href="${link}" class="button"`)
    expect(html).toContain('>Confirm this address</a>')
    expect(html).toContain('Someone created an account with this address.')
    expect(html).toContain('Tools &#38; Toys')
    expect(html).toContain('Tools Ltd<br>High Street 1')
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
  })

  it('are sent although a template names an invalid language', async () => {
    const template = () => ({ subject: 'Oi', text: 'Um texto.', language: '"pt_BR' })
    const { app, received } = await start({}, { template })
    const email = freshAddress('bia')
    await app.local.asSystem().auth.users.createUser({ data: { email }, password: PASSWORD })
    expect((await received(email)).html).toContain('<html lang="&#34;pt_BR" dir="ltr">')
  })

  const HOSTILE = `<script>alert(1)</script> "quoted" & 'single' <img src=x onerror=alert(1)>`

  it.each([
    { name: 'a paragraph', text: HOSTILE },
    { name: 'a quotation', text: `> ${HOSTILE}\n> ${HOSTILE}` },
    { name: 'a list', text: `- ${HOSTILE}\n- ${HOSTILE}` },
    { name: 'an address', text: `See https://example.com/?a="><script>alert(1)</script>` },
    { name: 'a subject', text: 'Plain.', subject: HOSTILE },
    {
      name: 'an action',
      text: `Open https://example.com/?a=1&b='"`,
      action: { label: HOSTILE, url: `https://example.com/?a=1&b='"` },
    },
  ])('escape $name', async ({ name: _, ...message }) => {
    const { send } = await start()
    const { html } = await send(message)
    expect(html).not.toMatch(/<script|<img|onerror=[^&]*>/i)
    expect(html.match(/<(?:a|p|li|blockquote|h1|title)\b[^<>]*>/g)).not.toBeNull()
    // Text of users cannot open or close an element or an attribute.
    const tags = html.match(/<[^<>]*>/g) ?? []
    for (const tag of tags) expect(tag).toMatch(/^<(?:!doctype html|\/?[a-z][a-z\d]*(?: [a-z-]+="[^"<>]*")*)>$/)
  })

  it('render quotations, lists and links', async () => {
    const { send } = await start()
    const { html } = await send({
      text: 'Ann wrote:\n\n> One\n> Two\n\n- first\n- second\n\nSee https://example.com/a_(b)?c=d&e=f, please.',
    })
    expect(html).toMatch(/<blockquote[^>]*>One<br>Two<\/blockquote>/)
    expect(html).toMatch(/<ul[^>]*><li>first<\/li><li>second<\/li><\/ul>/)
    expect(html).toContain('<a href="https://example.com/a_(b)?c=d&#38;e=f"')
    expect(html).toMatch(/<\/a>, please\.<\/p>/)
  })

  it('may contain their own HTML, which is sent unchanged', async () => {
    const { send } = await start()
    const own = '<!doctype html><p>Mine &amp; only mine</p>'
    expect(await send({ text: 'Mine', html: own })).toMatchObject({ text: 'Mine', html: own })
  })

  it('run from right to left in languages that do', async () => {
    const { send } = await start({ language: 'ar' })
    const { html } = await send({ text: 'مرحبا' })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<p dir="auto"')
    expect(html).toContain('مرحبا')
  })

  it('use the layout of the application', async () => {
    const { send } = await start({
      footer: 'Bye',
      layout: ({ subject, body, application, footer, language, direction, escape }) =>
        `<html><h1>${escape(subject)}</h1>${body}<i>${[application, footer, language, direction].join('|')}</i></html>`,
    })
    const { html, text } = await send({ subject: 'A < B', text: 'Read this.' })
    expect(text).toBe('Read this.')
    expect(html).toMatch(
      /^<html><h1>A &#60; B<\/h1><p[^>]*>Read this\.<\/p><i>Tools & Toys\|Bye\|en\|ltr<\/i><\/html>$/,
    )
  })

  it.each([
    {
      name: 'throws',
      layout: () => {
        throw new Error('out of paint')
      },
      said: 'out of paint',
    },
    { name: 'returns nothing', layout: () => undefined as never, said: 'it returned undefined' },
  ])('use the default layout if that of the application $name', async ({ layout, said }) => {
    const { send, lines } = await start({ layout })
    const { html } = await send({ text: 'Still here.' })
    expect(html).toContain('Still here.')
    expect(html).toContain('prefers-color-scheme')
    expect(lines.join('')).toContain(said)
  })
})
