import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, QuireError } from 'quirecms'
import { beforeEach, expect, it } from 'vitest'

const now = { read: true, throws: false, tried: 0 }

const office = defineConfig({
  queue: { maxWaiting: 7 },
  collections: {
    users: collection({ auth: true, fields: {} }),
    // Without hooks, concurrent transactions don't see each other's documents.
    memos: collection({ fields: { title: f.text() }, access: { read: () => true } }),
    papers: collection({
      fields: { title: f.text({ required: true }) },
      access: {
        read: () => {
          if (now.throws) throw new QuireError('forbidden', 'Your contract is over.')
          return now.read
        },
        create: () => true,
      },
      hooks: {
        beforeChange: [
          ({ data }) => {
            now.tried += 1
            if (data?.['title'] === 'conflict') throw new QuireError('conflict', 'Another write was faster.')
          },
        ],
      },
    }),
  },
})

onEachDatabase('transfers of a user', { config: office, jobs: false }, (test) => {
  async function collectionsOf(name: string) {
    const data = { email: `${name}@example.com` }
    const system = test().app.local.asSystem()
    const { id } = await system.auth.users.createUser({ data, password: 'correct horse' })
    return test().app.local.as({ id, collection: 'users' }).collections
  }
  const papersOf = async (name: string) => (await collectionsOf(name)).papers
  const file = (text: string) => ({ name: 'papers.csv', content: Buffer.from(text) })

  beforeEach(async () => {
    Object.assign(now, { read: true, throws: false, tried: 0 })
    await test().app.runJobs()
  })

  it('are limited to five at a time, also if they start concurrently, and leave nothing if the queue is full', async () => {
    const { memos } = await collectionsOf('ann')
    const started = await Promise.allSettled(Array.from({ length: 7 }, () => memos.export({})))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    const bob = await papersOf('bob')
    const { records } = test().app.storage.reader
    for (let more = 0; more < 2; more += 1) await bob.export({})
    const kept = async () => [await records.count('transfers', {}), await records.count('transfer_parts', {})]
    const before = await kept()
    for (let more = 0; more < 4; more += 1)
      await expect(bob.import({ file: file('title\nA\n') })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await kept()).toEqual(before)
    await test().app.runJobs()
  })

  it('remove their files when they are cancelled, and keep little of large ones', async () => {
    const papers = await papersOf('eva')
    const { records } = test().app.storage.reader
    const { queue } = test().app.local.asSystem()
    const large = await papers.export({})
    await test().app.runJobs()
    const { id, jobId } = await papers.import({ file: file('title\nA\n') })
    await queue.cancel(jobId)
    expect(await records.count('transfer_parts', { transfer: id })).toBe(1)
    await test().app.storage.transaction(({ records: all }) =>
      all.update('transfers', { id: large.id }, { bytes: 600 * 1024 * 1024 }),
    )
    await papers.export({})
    expect(await records.count('transfer_parts', { transfer: id })).toBe(0)
    expect(await papers.transfer(id)).toMatchObject({ status: 'cancelled', created: 0 })
    await expect(papers.transfer(large.id)).rejects.toMatchObject({ code: 'not_found' })
    await queue.retry(jobId)
    await test().app.runJobs()
    expect(await papers.transfer(id)).toMatchObject({ status: 'failed', created: 0 })
  })

  it('cannot be downloaded by users who may no longer read', async () => {
    const papers = await papersOf('cem')
    const { id } = await papers.export({})
    await test().app.runJobs()
    expect(await papers.transferFile(id, 'content')).toMatchObject({ mimeType: 'text/csv' })
    now.read = false
    await expect(papers.transferFile(id, 'content')).rejects.toMatchObject({ code: 'forbidden' })
    // Nor if the rule throws.
    Object.assign(now, { read: true, throws: true })
    await expect(papers.transferFile(id, 'content')).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('repeat rows only if one of them rolls back the others', async () => {
    const papers = await papersOf('dan')
    const titles = Array.from({ length: 60 }, (_, at) => (at === 50 ? 'conflict' : `T${at}`))
    const { id } = await papers.import({ file: file(`title\n${titles.join('\n')}\n`), onIssue: 'skip' })
    await test().app.runJobs()
    expect(await papers.transfer(id)).toMatchObject({
      created: 59,
      failed: 1,
      firstIssues: [{ row: 52, code: 'conflict' }],
    })
    expect(now.tried).toBeLessThan(200)
  })
})
