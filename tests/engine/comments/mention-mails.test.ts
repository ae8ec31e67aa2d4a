import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { createApp, createLogger, smtp } from 'quirecms'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type MailServer, mailServer } from '../auth/mail-server.ts'
import { desk } from './desk.ts'

/** With a real mail server and the mail queue. */
describeEachDatabase('mails to mentioned users (%s)', (dialect) => {
  let mails: MailServer
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let lines: string[] = []
  let now = 0
  const opened: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    mails = await mailServer()
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    lines = []
    now = Date.parse('2030-01-01T00:00:00Z')
  })
  afterEach(async () => {
    for (const app of opened.splice(0)) await app.close()
    await mails.close()
    await database.remove()
  })

  async function start(options: { withMail?: boolean } = {}) {
    const email = smtp({ host: '127.0.0.1', port: mails.port, from: 'Desk <no-reply@example.com>' })
    const log = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } })
    const app = await createApp(
      { ...desk, ...(options.withMail !== false && { email }), database: database.config },
      { jobs: false, clock: () => new Date(now), log },
    )
    opened.push(app)
    const system = app.local.asSystem()
    const person = async (name: string, role = 'editor') => {
      const data = { email: `${name.toLowerCase()}@example.com`, name, role }
      const { id } = await system.auth.users.createUser({ data, password: 'correct horse' })
      const local = app.local.as({ id, collection: 'users', role, name, email: data.email })
      return {
        id,
        mention: { collection: 'users', id },
        articles: local.collections.articles,
        site: local.globals.site,
      }
    }
    const waiting = () => app.storage.reader.records.count('mails', {})
    return {
      app,
      system,
      person,
      waiting,
      draft: async (data: object) => (await system.collections.articles.create(data)).id,
    }
  }
  const received = (address: string) => mails.received.filter(({ to }) => to === address)

  it('contain author, document and text, link to the document, and are sent once to each', async () => {
    const { person, waiting, draft } = await start()
    const [ada, bob, cy] = [await person('Ada'), await person('Bob'), await person('Cy')]
    const id = await draft({ title: 'On lists' })
    const mentions = [ada.mention, bob.mention, cy.mention, bob.mention]
    await ada.articles.comment(id, { body: 'Look <here>\nplease', mentions })
    await expect
      .poll(() => [received('bob@example.com'), received('cy@example.com')].map(({ length }) => length))
      .toEqual([1, 1])
    const { text } = received('bob@example.com')[0] ?? { text: '' }
    expect(text).toContain('Ada mentioned you in a comment on')
    expect(text).toContain('> Look <here>')
    expect(text).toContain('> please')
    expect(text).toContain(`https://desk.example.com/admin/collections/articles/${id}`)
    await expect.poll(waiting).toBe(0)
    expect(received('ada@example.com')).toEqual([])
  })

  it('are sent again only to users that an edit adds', async () => {
    const { person, waiting, draft } = await start()
    const [ada, bob, cy] = [await person('Ada'), await person('Bob'), await person('Cy')]
    const id = await draft({ title: 'Edited' })
    const comment = await ada.articles.comment(id, { body: 'One', mentions: [bob.mention] })
    await expect.poll(() => received('bob@example.com')).toHaveLength(1)
    await ada.articles.editComment(id, comment.id, { body: 'Two' })
    await ada.articles.editComment(id, comment.id, { body: 'Three', mentions: [bob.mention, cy.mention] })
    await expect.poll(() => received('cy@example.com')).toHaveLength(1)
    await expect.poll(waiting).toBe(0)
    expect(received('bob@example.com')).toHaveLength(1)
    expect(received('cy@example.com')[0]?.text).toContain('> Three')
  })

  it('are queued with the comment, or not at all', async () => {
    const { person, waiting, draft } = await start()
    const [ada, bob, reader] = [await person('Ada'), await person('Bob'), await person('Rita', 'reader')]
    const id = await draft({ title: 'Refused' })
    await expect(
      ada.articles.comment(id, { body: 'No', mentions: [bob.mention, reader.mention] }),
    ).rejects.toMatchObject({
      code: 'validation',
    })
    await expect(reader.articles.comment(id, { body: 'No', mentions: [bob.mention] })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await waiting()).toBe(0)
    await mails.close()
    await ada.articles.comment(id, { body: 'Waits', mentions: [bob.mention] })
    expect(await waiting()).toBe(1)
    expect((await ada.articles.comments(id)).docs).toHaveLength(1)
    mails = await mailServer(mails.port)
  })

  it('hide what their recipient may not read, and have subjects of one line', async () => {
    const { person, draft } = await start()
    const [ghost, author] = [await person('Ghost', 'ghost'), await person('Arthur', 'author')]
    const id = await draft({ title: 'Bcc: eve@example.com\r\nX-Evil: 1', author: author.id })
    // Ghosts may not read the article, so the call acts with a role of its own.
    const { app } = await start()
    const asGhost = app.local.as({ id: ghost.id, collection: 'users', role: 'editor', email: 'ghost@example.com' })
    await asGhost.collections.articles.comment(id, { body: 'Boo', mentions: [author.mention] })
    await expect.poll(() => received('arthur@example.com')).toHaveLength(1)
    const { text } = received('arthur@example.com')[0] ?? { text: '' }
    expect(text).toContain('Someone mentioned you')
    expect(text).not.toContain('Ghost')
    const head = text.slice(0, text.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^X-Evil/m)
    expect(head).not.toMatch(/^Bcc/m)
    expect(mails.received.map(({ to }) => to)).toEqual(['arthur@example.com'])
  })

  it('are limited to twenty in fifteen minutes per address, without affecting other mails', {
    tags: ['release'],
  }, async () => {
    const { app, person, waiting, draft } = await start()
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    const id = await draft({ title: 'Many' })
    for (let at = 0; at < 25; at += 1) await ada.articles.comment(id, { body: `${at}`, mentions: [bob.mention] })
    await expect.poll(waiting).toBe(0)
    expect(received('bob@example.com')).toHaveLength(20)
    await app.local.auth.users.forgotPassword({ email: 'bob@example.com' })
    await expect.poll(() => received('bob@example.com')).toHaveLength(21)
    now += 16 * 60_000
    await ada.articles.comment(id, { body: 'Later', mentions: [bob.mention] })
    await expect.poll(() => received('bob@example.com')).toHaveLength(22)
  })

  it('link to globals, and are logged if no mail server is configured', async () => {
    const { person } = await start({ withMail: false })
    const [ada, bob] = [await person('Ada'), await person('Bob')]
    expect(await ada.site.comment({ body: 'Hello', mentions: [bob.mention] })).toMatchObject({ body: 'Hello' })
    await expect.poll(() => lines.join('')).toContain('https://desk.example.com/admin/globals/site')
    expect(mails.received).toEqual([])
  })
})
