import { text } from 'node:stream/consumers'
import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, QuireError } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const MINUTE = 60_000
const time = { now: Date.parse('2026-03-01T12:00:00.000Z') }
/** Failures: a document and a page that interrupt an attempt; then, documents that may no longer be read. */
const now = { breaks: true, pages: 0, secret: false }

function breakOff(isHere: boolean) {
  if (isHere && now.breaks) throw new QuireError('unavailable', 'The database is gone.')
}

const library = defineConfig({
  collections: {
    users: collection({ auth: true, fields: {} }),
    books: collection({
      fields: {
        title: f.text({ required: true }),
        note: f.text({ access: { read: () => !now.secret } }),
        follows: f.relationship({ to: 'books', onDelete: 'restrict' }),
        text: f.textarea(),
      },
      access: { read: () => true },
      hooks: {
        beforeDelete: [({ doc }) => breakOff(doc?.['title'] === 'breaks')],
        beforeOperation: [({ operation }) => breakOff(operation === 'list' && (now.pages += 1) === 3)],
      },
    }),
  },
})

onEachDatabase(
  'interrupted imports and exports',
  { config: library, jobs: false, clock: () => new Date(time.now) },
  (test) => {
    const books = () => test().app.local.asSystem().collections.books

    beforeEach(() => Object.assign(now, { breaks: true, pages: 0, secret: false }))

    /** One attempt that is interrupted, and one that completes. */
    async function attempted(id: string) {
      await test().app.runJobs()
      const first = await books().transfer(id)
      Object.assign(now, { breaks: false, secret: true })
      time.now += 2 * MINUTE
      await test().app.runJobs()
      return { first, last: await books().transfer(id) }
    }

    it('continue with documents that had to wait for others', async () => {
      const first = await books().create({ title: 'first' })
      const second = await books().create({ title: 'breaks', follows: first.id })
      const third = await books().create({ title: 'stays' })
      await books().create({ title: 'of others', follows: third.id })
      const { id } = await books().startBulk({ action: 'delete', ids: [first.id, third.id, second.id] })
      const outcome = await attempted(id)
      expect(outcome.first).toMatchObject({ status: 'pending', done: 2, updated: 0, failed: 0 })
      expect(outcome.last).toMatchObject({
        status: 'completed',
        done: 3,
        updated: 2,
        failed: 1,
        issues: 1,
        firstIssues: [{ row: 2, code: 'referenced', document: third.id }],
      })
      const left = await books().find({ sort: 'title' })
      expect(left.docs.map(({ title }) => title)).toEqual(['of others', 'stays'])
      expect(await test().app.storage.reader.records.count('transfer_parts', { transfer: id, file: 'held' })).toBe(0)
    })

    it('write the columns of the header, even if field access changes', async () => {
      const password = 'correct horse'
      const { id: user } = await test()
        .app.local.asSystem()
        .auth.users.createUser({ data: { email: 'ann@example.com' }, password })
      const own = test().app.local.as({ id: user, collection: 'users' }).collections.books
      for (let number = 0; number < 110; number += 1)
        await books().create({ title: 'a', note: 'secret', text: 'x'.repeat(2_700) })
      const last = await books().create({ title: 'b', note: 'secret', text: 'end' })
      const { id } = await own.export({ sort: ['title'] })
      now.pages = 0
      const outcome = await attempted(id)
      expect(outcome.first).toMatchObject({ status: 'pending', done: 110, total: 111 })
      expect(outcome.last).toMatchObject({ status: 'completed', done: 111 })
      const file = await own.transferFile(id, 'content')
      const lines = (await text(await file.open())).trimEnd().split('\r\n')
      expect(lines[0]).toMatch(/id,title,note,follows,text,revision,createdAt,updatedAt$/)
      expect(lines.at(1)).toMatch(/,a,secret,,x+,1,2026-/)
      expect(lines.at(-1)).toBe(`${last.id},b,,,end,1,${last.createdAt},${last.updatedAt}`)
    })
  },
)
