import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, type QuireError, smtp } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type MailServer, mailServer } from '../auth/mail-server.ts'

const everybody = () => true

/** Without users and their mails; a hook thanks customers for orders. */
const shop = defineConfig({
  server: { rateLimit: false },
  collections: {
    orders: collection({
      fields: { email: f.email({ required: true }), note: f.text() },
      access: { create: everybody, read: everybody },
      hooks: {
        afterChange: [
          async ({ doc, local }) => {
            await local.mail.send({ to: doc?.['email'] as string, subject: 'Thank you', text: 'It is on its way.' })
            if (doc?.['note'] === 'refused') throw new Error('refused')
          },
        ],
      },
    }),
  },
})

describeEachDatabase('mails of the application (%s)', (dialect) => {
  let mails: MailServer
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  const opened: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    mails = await mailServer()
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
    await mails.close()
    await database.remove()
  })

  async function start(more: { clock?: () => Date; jobs?: boolean } = {}) {
    const email = smtp({ host: '127.0.0.1', port: mails.port, from: 'Shop <no-reply@example.com>' })
    const log = createLogger({ level: 'silent' })
    const app = await createApp({ ...shop, email, database: database.config }, { log, ...more })
    opened.push(app)
    const waiting = () => app.storage.reader.records.count('own-mails', {})
    return { app, waiting }
  }
  const received = () => mails.received.map(({ to }) => to)

  it('are sent once after the commit, and never after a rollback', async () => {
    const { app, waiting } = await start()
    const order = (email: string, note?: string) =>
      app.fetch(
        new Request('http://localhost/api/collections/orders', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, note }),
        }),
      )
    expect((await order('never@example.com', 'refused')).status).toBe(500)
    expect((await order('ann@example.com')).status).toBe(201)
    await expect.poll(received).toEqual(['ann@example.com'])
    const undone = app.local.asSystem().transaction(async (local) => {
      await local.mail.send({ to: 'never@example.com', subject: 'Undone', text: 'Undone' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await app.local.transaction(async (local) => {
      expect(await local.mail.send({ to: 'ben@example.com', subject: 'Done', text: 'Done' })).toEqual({ queued: true })
      await local.collections.orders.find()
      expect(received()).toEqual(['ann@example.com'])
    })
    await expect.poll(received).toEqual(['ann@example.com', 'ben@example.com'])
    await expect.poll(waiting).toBe(0)
  })

  it('survive an instance that ends before they are sent', async () => {
    const { port } = mails
    await mails.close()
    const { app, waiting } = await start({ jobs: false })
    await app.local.mail.send({ to: 'ann@example.com', subject: 'Hello', text: 'Hello' })
    await expect.poll(() => app.storage.reader.records.count('jobs', { status: 'pending', attempts: 1 })).toBe(1)
    expect(await waiting()).toBe(1)
    await app.close()
    opened.splice(0)
    mails = await mailServer(port)
    const later = await start({ clock: () => new Date(Date.now() + 60_000) })
    await expect.poll(received).toEqual(['ann@example.com'])
    await expect.poll(later.waiting).toBe(0)
    expect(await later.app.storage.reader.records.count('jobs', {})).toBe(0)
  })

  it('are limited, and refused without a mailer', async () => {
    const { app, waiting } = await start({ jobs: false })
    const send = (message: Parameters<typeof app.local.mail.send>[0]) => app.local.mail.send(message)
    const sound = { to: 'ann@example.com', subject: 'Hello', text: 'Hello' }
    const refused: readonly (readonly [string, unknown])[] = [
      ['to', { ...sound, to: 'ann@example.com, ben@example.com' }],
      ['to', { ...sound, to: 'ann@example.com\r\nBcc: ben@example.com' }],
      ['to', { ...sound, to: ['ann@example.com'] }],
      ['to', { ...sound, to: `${'a'.repeat(320)}@example.com` }],
      ['subject', { ...sound, subject: 'Hello\r\nBcc: ben@example.com' }],
      ['subject', { ...sound, subject: 'Hello\u2028there' }],
      ['subject', { ...sound, subject: '' }],
      ['subject', { ...sound, subject: 'x'.repeat(501) }],
      ['text', { to: sound.to, subject: sound.subject }],
      ['text', { ...sound, text: 'x'.repeat(200_001) }],
      ['text', { ...sound, text: 'a\u0000b' }],
      ['html', { ...sound, html: 'x'.repeat(1_000_001) }],
      ['bcc', { ...sound, bcc: 'ben@example.com' }],
      ['action.url', { ...sound, action: { label: 'Go', url: 'javascript:alert(1)' } }],
    ]
    for (const [path, message] of refused) {
      const error = await send(message as typeof sound).catch((caught: unknown) => caught as QuireError)
      expect([path, error]).toMatchObject([path, { code: 'validation', issues: [{ path }] }])
    }
    expect([await waiting(), received()]).toEqual([0, []])
    await app.storage.transaction(async ({ records }) => {
      const row = { address: 'ann@example.com', content: '{}', createdAt: new Date().toISOString() }
      for (let i = 0; i < 1_000; i += 1) await records.insert('own-mails', { id: `row-${i}`, ...row })
    })
    await expect(send(sound)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 })
    const silent = { log: createLogger({ level: 'silent' }), jobs: false }
    const without = await createApp({ ...shop, database: database.config }, silent)
    opened.push(without)
    await expect(without.local.mail.send(sound)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('`email: smtp({ … })`'),
    })
    const described = await (await app.fetch(new Request('http://localhost/api/openapi.json'))).json()
    expect(Object.keys((described as { paths: object }).paths).filter((path) => path.includes('mail'))).toEqual([])
  })
})
