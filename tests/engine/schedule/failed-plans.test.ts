import { audit } from '@quirecms/audit'
import { createTestApp, docOf, must } from '@quirecms/testkit'
import { webhooks } from '@quirecms/webhooks'
import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Outbox } from '../auth/mail.ts'
import { signUp } from './magazine.ts'

const SECOND = 1_000
const everybody = () => true
const isEditor = ({ actor }: RuleArguments) => actor?.['role'] === 'editor'
const access = { read: everybody, readDrafts: everybody, create: isEditor, update: isEditor, publish: isEditor }

const config = defineConfig({
  admin: { users: 'users' },
  server: { rateLimit: false, publicUrl: 'https://desk.example.com' },
  changes: true,
  plugins: [
    audit(),
    webhooks({
      endpoints: {
        failures: {
          url: 'https://example.com/hook',
          secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
          events: ['document.scheduleFailed', 'global.scheduleFailed'],
          content: 'reference',
        },
      },
    }),
  ],
  collections: {
    users: collection({ auth: true, fields: { role: f.text() }, access: { read: everybody } }),
    posts: collection({
      label: { en: 'Posts', de: 'Beiträge' },
      versions: { drafts: true },
      fields: {
        title: f.text(),
        summary: f.text({ required: true, label: { en: 'Summary', de: 'Zusammenfassung' } }),
        rows: f.array({
          label: { en: 'Sections', de: 'Abschnitte' },
          fields: { bodyText: f.text({ required: true }) },
        }),
      },
      access,
      hooks: {
        beforeOperation: [
          ({ operation, actor }) => {
            if (operation === 'publish' && actor?.['role'] === 'unlucky') throw new Error('The disk is full.')
          },
        ],
        afterCommit: [({ operation }) => void committed.push(operation)],
      },
    }),
  },
  globals: {
    site: global({
      versions: { drafts: { schedule: true } },
      fields: { name: f.text({ required: true }) },
      access: { read: everybody, readDrafts: everybody, update: isEditor, publish: isEditor },
    }),
  },
})

const time = { now: 0 }
const committed: string[] = []

beforeEach(() => {
  time.now = Date.parse('2026-03-01T12:00:00.000Z')
  committed.length = 0
})

/** An application with an adjustable clock, with or without mail. */
async function open({ mailer }: { mailer?: Outbox } = { mailer: new Outbox() }) {
  const test = await createTestApp(config, {
    dialect: 'sqlite',
    clock: () => new Date(time.now),
    jobs: false,
    ...(mailer && { mailer }),
  })
  onTestFinished(() => test.close())
  const system = test.app.local.asSystem()
  const { records } = test.app.storage.reader
  const posts = '/api/collections/posts'
  return {
    test,
    system,
    mailer: mailer ?? new Outbox(),
    editor: await signUp(test, 'editor'),
    draft: async (data: object = { title: 'Spring' }) => (await system.collections.posts.create(data)).id,
    schedule: async (id: string, as: object) => {
      const body = { runAt: new Date(time.now + SECOND).toISOString() }
      const answer = await test.request('POST', `${posts}/${id}/schedule`, { ...as, body })
      expect(answer.status, answer.text).toBe(201)
    },
    jobs: async (id: string) => (await system.collections.posts.scheduled(id)).docs,
    /** Runs everything that is due, including retries. */
    pass: async () => {
      for (const wait of [SECOND, SECOND, 5 * SECOND, 60 * SECOND]) {
        time.now += wait
        await test.app.runJobs()
      }
    },
    told: () => test.events.map(({ event }) => event).filter((event) => event.endsWith('.scheduleFailed')),
    hooked: async () => (await records.find('webhook-deliveries', {})).map(({ event }) => event),
    waiting: () => records.count('mails', {}),
  }
}

describe('a scheduled action that failed for good', () => {
  it('ends after three attempts, and stores its issues', async () => {
    const { editor, draft, schedule, jobs, pass, system } = await open()
    const id = await draft({ title: 'Spring', rows: [{ bodyText: 'A' }, {}] })
    await schedule(id, editor)
    time.now += SECOND
    await pass()
    const [failed] = await jobs(id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'validation' } })
    const kept = failed?.issues.map(({ code, path }) => `${path}: ${code}`)
    expect(kept?.toSorted()).toEqual(['rows.1.bodyText: required', 'summary: required'])
    await system.collections.posts.update(id, { summary: 'Mended', rows: [] })
    expect((await jobs(id))[0]?.issues).toEqual(failed?.issues)
    expect(await system.collections.posts.findOne(id)).toMatchObject({ _status: 'draft' })
  })

  it('is reported once: to listeners, the change feed, the log and webhooks, but not to hooks', async () => {
    const { test, editor, draft, schedule, pass, told, hooked } = await open()
    const id = await draft()
    await schedule(id, editor)
    committed.length = 0
    const { next } = (await test.request('GET', '/api/changes', editor)).body
    await pass()
    await pass()
    expect(told()).toEqual(['document.scheduleFailed'])
    const event = test.events.find((one) => one.event === 'document.scheduleFailed')
    expect(event).toMatchObject({ collection: 'posts', id, revision: 1, actor: { id: editor.id } })
    expect(committed).toEqual([])
    const { changes } = (await test.request('GET', `/api/changes?after=${next}`, editor)).body
    expect(changes).toMatchObject([{ event: 'document.scheduleFailed', documentId: id, revision: 1, live: false }])
    expect(await hooked()).toEqual(['document.scheduleFailed'])
    const entries = await test.app.storage.reader.records.find('audit-entries', { documentId: id })
    const failures = entries.filter(({ action }) => action === 'document.scheduleFailed')
    expect(failures).toMatchObject([{ via: 'job', documentId: id }])
  })

  it('sends one mail to its creator, in their language, with the fields and a link', async () => {
    const { test, mailer, editor, draft, schedule, pass, waiting } = await open()
    const put = { ...editor, body: { value: 'de' } }
    expect((await test.request('PUT', '/api/preferences/language', put)).status).toBe(200)
    const id = await draft({ title: 'Frühling', rows: [{ bodyText: 'A' }, {}] })
    await schedule(id, editor)
    await pass()
    await pass()
    await expect.poll(() => mailer.sent).toHaveLength(1)
    await expect.poll(waiting).toBe(0)
    const { subject, text } = must(mailer.sent[0], 'mail')
    expect(subject).toBe('„Frühling“ konnte nicht veröffentlicht werden')
    expect(text).toContain('Bitte prüfe: Zusammenfassung und Abschnitte 2 › Body text.')
    expect(text).toContain('1. März 2026')
    expect(text).toContain(`https://desk.example.com/admin/collections/posts/${id}`)
  })

  it('is attempted three times for temporary errors, and reported after the last', async () => {
    const { mailer, draft, schedule, jobs, pass, told, system, test, editor } = await open()
    const id = await draft({ title: 'Spring', summary: 'S' })
    const lost = await signUp(test, 'editor')
    await schedule(id, lost)
    await system.collections.users.update(lost.id, { role: 'reader' })
    time.now += SECOND
    await test.app.runJobs()
    expect(await jobs(id)).toMatchObject([{ status: 'pending', attempts: 1, error: { code: 'forbidden' } }])
    expect([told(), mailer.sent]).toEqual([[], []])
    await pass()
    expect(await jobs(id)).toMatchObject([{ status: 'failed', attempts: 3, error: { code: 'forbidden' }, issues: [] }])
    expect(told()).toEqual(['document.scheduleFailed'])
    await expect.poll(() => mailer.sent).toHaveLength(1)
    // A schedule must not let its creator read drafts without the right.
    const { subject, text } = must(mailer.sent[0], 'mail')
    expect(subject).toBe('“Posts” could not be published')
    expect(text).toContain('You no longer have permission to do this.')
    const other = await draft({ title: 'Summer', summary: 'S' })
    await schedule(other, editor)
    await system.collections.users.update(editor.id, { role: 'unlucky' })
    await pass()
    expect(await jobs(other)).toMatchObject([{ status: 'failed', attempts: 3, issues: [] }])
    await expect.poll(() => mailer.sent).toHaveLength(2)
  })

  it('is an event without a mail if its creator is deleted, or no mail is configured', async () => {
    const gone = await open()
    const id = await gone.draft()
    const other = await signUp(gone.test, 'editor')
    await gone.schedule(id, other)
    await gone.system.collections.users.delete(other.id)
    await gone.pass()
    expect(gone.told()).toEqual(['document.scheduleFailed'])
    expect([gone.mailer.sent, await gone.waiting()]).toEqual([[], 0])
    const silent = await open({})
    const draft = await silent.draft()
    await silent.schedule(draft, silent.editor)
    await silent.pass()
    expect(silent.told()).toEqual(['document.scheduleFailed'])
    expect(await silent.waiting()).toBe(0)
  })

  it('is not reported if the action was cancelled, or succeeded', async () => {
    const { test, mailer, editor, draft, schedule, pass, told } = await open()
    const [off, done] = [await draft(), await draft({ title: 'A', summary: 'B' })]
    await schedule(off, editor)
    await schedule(done, editor)
    const { body } = await test.request('GET', `/api/collections/posts/${off}/schedule`, editor)
    await test.request('DELETE', `/api/collections/posts/${off}/schedule/${body.docs[0].id}`, editor)
    await pass()
    expect(docOf(await test.request('GET', `/api/collections/posts/${done}`))).toMatchObject({ _status: 'published' })
    expect([told(), mailer.sent]).toEqual([[], []])
  })

  it('of a global is reported as one of a global', async () => {
    const { test, mailer, editor, pass, told, hooked, system } = await open()
    const body = { runAt: new Date(time.now + SECOND).toISOString() }
    const { body: answer } = await test.request('POST', '/api/globals/site/schedule', { ...editor, body })
    expect(answer.doc.issues).toMatchObject([{ code: 'required', path: 'name' }])
    await pass()
    expect(told()).toEqual(['global.scheduleFailed'])
    expect(await hooked()).toEqual(['global.scheduleFailed'])
    await expect.poll(() => mailer.sent).toHaveLength(1)
    expect(must(mailer.sent[0], 'mail').text).toContain('https://desk.example.com/admin/globals/site')
    expect((await system.globals.site.scheduled()).docs).toMatchObject([
      { status: 'failed', issues: [{ path: 'name' }] },
    ])
  })
})

describe('a webhook', () => {
  it('refuses unknown events', async () => {
    const endpoint = { url: 'https://example.com', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` }
    const events = ['document.scheduleFails'] as never
    const plugins = [webhooks({ endpoints: { one: { ...endpoint, events } } })]
    await expect(createTestApp({ plugins, collections: {} })).rejects.toThrow(
      'there is no event "document.scheduleFails"',
    )
  })
})
