import { onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, f, job } from 'quirecms'
import { expect, it } from 'vitest'

const MANY = 300

const config = defineConfig({
  collections: {
    lists: collection({
      fields: { name: f.text() },
      hooks: {
        afterChange: [
          async ({ doc, local }) => {
            for (let n = 0; n < MANY; n += 1) await local.jobs['send']?.({ n }, { in: '1h' })
            if (doc?.['name'] === 'undo') throw new Error('undone')
          },
        ],
      },
    }),
  },
  jobs: { send: job({ input: { type: 'object', properties: { n: { type: 'integer' } } }, run: () => undefined }) },
})

const statements: string[] = []
const onStatement = (text: string) => void statements.push(text)

onEachDatabase('many jobs queued in one transaction', { config, jobs: false, onStatement }, (app) => {
  const lists = () => app().app.local.asSystem().collections.lists
  const waiting = async () =>
    (await app().app.local.asSystem().queue.list({ job: 'send', limit: 1 })).pagination.totalDocs

  it('are inserted together', async () => {
    const before = await waiting()
    statements.length = 0
    await lists().create({ name: 'all' })
    expect(statements.filter((text) => /^insert/i.test(text)).length).toBeLessThan(MANY / 10)
    expect(await waiting()).toBe((before ?? 0) + MANY)
  })

  it('are rolled back together', async () => {
    const before = await waiting()
    await expect(lists().create({ name: 'undo' })).rejects.toThrow()
    expect(await waiting()).toBe(before)
  })
})
