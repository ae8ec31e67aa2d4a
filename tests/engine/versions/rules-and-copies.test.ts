import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments } from 'quirecms'
import { expect, it } from 'vitest'

const everybody = () => true
const editors = ({ actor }: RuleArguments) => actor !== null
const open = { create: everybody, update: everybody, delete: everybody, publish: everybody, readDrafts: editors }
const ofOpenTopics = () => ({ 'topic.open': { equals: true } })

const config = defineConfig({
  collections: {
    topics: collection({
      versions: { drafts: true },
      fields: {
        name: f.text(),
        open: f.checkbox(),
        reports: f.join({ collection: 'reports', on: 'topic', where: { 'topic.open': { equals: true } } }),
      },
      access: { ...open, read: everybody },
    }),
    /** Access depends on their topic. */
    reports: collection({
      versions: { drafts: true },
      fields: {
        title: f.text(),
        topic: f.relationship({ to: 'topics' }),
        detail: f.text({ access: { read: ofOpenTopics } }),
      },
      access: { ...open, read: ofOpenTopics },
    }),
    /** Editors write them; they are private until published. */
    memos: collection({
      versions: { drafts: true },
      fields: { text: f.text(), sealed: f.text({ access: { update: ({ doc }) => doc?.['text'] !== 'sealed' } }) },
      access: {
        read: everybody,
        update: editors,
        readDrafts: () => false,
        readVersions: () => ({ text: { equals: 'live' } }),
      },
    }),
    essays: collection({
      versions: { drafts: true },
      fields: { topic: f.relationship({ to: 'topics' }) },
      access: { ...open, read: everybody, update: ofOpenTopics },
    }),
    asides: collection({
      fields: { topic: f.relationship({ to: 'topics' }), detail: f.text({ access: { read: ofOpenTopics } }) },
      access: { read: everybody, create: everybody },
    }),
  },
})

const statements: string[] = []
const actors = { editor: { id: '01890000-0000-7000-8000-00000000000e', collection: 'users' } }

onEachDatabase(
  'rules and the copy that the caller reads',
  { config, actors, onStatement: (sql: string) => void statements.push(sql) },
  (app) => {
    const anybody = () => app().app.local.collections
    const editor = () => app().app.local.as(actors.editor).collections

    async function topic(live: boolean, draft: boolean): Promise<string> {
      const { id } = await editor().topics.create({ open: live })
      await editor().topics.publish(id)
      await editor().topics.update(id, { open: draft })
      return id
    }

    it('a draft opens and closes nothing to the public', async () => {
      const opened = await topic(false, true)
      const closed = await topic(true, false)
      const made = async (about: string) => {
        const { id } = await app()
          .app.local.asSystem()
          .collections.reports.create({ title: 't', topic: about, detail: 'd' })
        await app().app.local.asSystem().collections.reports.publish(id)
        return id
      }
      const [ofOpened, ofClosed] = [await made(opened), await made(closed)]
      expect((await anybody().reports.find()).docs.map(({ id }) => id)).toEqual([ofClosed])
      expect((await editor().reports.find()).docs.map(({ id }) => id)).toEqual([ofOpened])
      expect((await anybody().reports.findOne(ofClosed)).detail).toBe('d')
      expect((await editor().reports.findOne(ofOpened)).detail).toBe('d')
      expect((await editor().reports.findOne(ofClosed, { draft: false })).detail).toBe('d')
      expect((await anybody().topics.findOne(closed)).reports).toMatchObject({ docs: [ofClosed] })
      expect((await anybody().topics.findOne(opened)).reports).toMatchObject({ docs: [] })
      const aside = await app().app.local.asSystem().collections.asides.create({ topic: opened, detail: 'd' })
      expect(await anybody().asides.findOne(aside.id)).not.toHaveProperty('detail')
      expect(await editor().asides.findOne(aside.id)).toHaveProperty('detail', 'd')
    })

    it('and neither does a snapshot that is restored', async () => {
      const { essays } = app().app.local.asSystem().collections
      const can = async (about: string, draft?: boolean) => {
        const { id } = await essays.create({ topic: about })
        const restored = editor().essays.restore(id, 1, draft === undefined ? {} : { draft })
        return restored.then(
          () => true,
          () => false,
        )
      }
      const [opened, closed] = [await topic(false, true), await topic(true, false)]
      for (const draft of [undefined, true, false])
        expect([draft, await can(opened, draft), await can(closed, draft)]).toEqual([draft, true, false])
    })

    it('capabilities agree with the operations for each caller', async () => {
      const memos = app().app.local.asSystem().collections.memos
      const { id: draft } = await memos.create({ text: 'draft' })
      const { id: live } = await memos.create({ text: 'live' })
      await memos.publish(live)
      await memos.update(live, { text: 'sealed' })
      const can = async (id: string, as?: string) =>
        (await app().request('POST', '/api/access/collections/memos', { body: { id }, ...(as && { as }) })).body
      const path = `/api/collections/memos/${draft}`
      // A caller who may write a document finds it without the right to read; its content is another matter.
      expect((await app().request('GET', path, { as: 'editor' })).status).toBe(404)
      expect((await app().request('GET', `${path}/versions`, { as: 'editor' })).status).toBe(404)
      expect((await app().request('PATCH', path, { as: 'editor', body: { text: 'new' } })).body.doc.text).toBe('new')
      expect((await app().request('POST', `${path}/lock`, { as: 'editor' })).body.lock.mine).toBe(true)
      expect(await can(draft, 'editor')).toMatchObject({
        operations: { read: false, update: true, lock: true, readVersions: false, readDrafts: false },
        fields: { text: { read: false, update: true } },
      })
      // The rule of versions depends on live content here, that of updates on the newest content.
      const versions = await app().request('GET', `/api/collections/memos/${live}/versions`, { as: 'editor' })
      expect(versions.body.docs).toMatchObject([{ revision: 2, data: { text: 'live' } }])
      expect(await can(live, 'editor')).toMatchObject({
        operations: { read: true, update: true, readVersions: true },
        fields: { text: { update: true }, sealed: { update: false } },
      })
      // Other callers learn nothing about drafts, also by their fields.
      expect(await can(draft)).toEqual(await can('01890000-0000-7000-8000-000000000000'))
      expect((await can(live)).fields.sealed).toEqual({ read: true, create: true, update: true })
    })

    it('a public list costs no more statements than without drafts', async () => {
      const { id } = await editor().topics.create({ name: 'a', open: true })
      await editor().topics.publish(id)
      const counted = async (work: () => Promise<unknown>) => {
        statements.length = 0
        await work()
        return statements.length
      }
      expect(await counted(() => anybody().topics.find({ limit: 100, select: { name: true } }))).toBe(1)
      expect(await counted(() => anybody().topics.findOne(id, { select: { name: true } }))).toBe(1)
      // The document, its next revision and its snapshot.
      const update = await counted(() => editor().topics.update(id, { name: 'b' }))
      const snapshot = statements.filter((sql) => sql.includes('versions'))
      expect(snapshot).toHaveLength(1)
      expect(update).toBeLessThanOrEqual(5)
    })
  },
)
