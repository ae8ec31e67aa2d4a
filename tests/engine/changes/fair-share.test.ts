import { createTestApp } from '@quirecms/testkit'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { follow } from './follower.ts'

/** The turn of the event loop of each call of the rule. */
const askedIn: number[] = []
let turns = 0

/** Longer than a time slice. */
function takeLong(): void {
  for (const until = performance.now() + 12; performance.now() < until; );
}

const config = defineConfig({
  changes: { streams: { heartbeat: '5ms' } },
  server: { rateLimit: false },
  log: { level: 'silent' },
  collections: {
    hidden: collection({
      fields: { name: f.text() },
      access: {
        read: () => {
          askedIn.push(turns)
          takeLong()
          return { name: { equals: 'no such name' } }
        },
      },
    }),
  },
})

/** SQLite answers synchronously, so only time slices let the event loop turn. */
let app: Awaited<ReturnType<typeof createTestApp<typeof config>>>
let isCounting = true

beforeAll(async () => {
  app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
  const { hidden } = app.app.local.asSystem().collections
  for (let index = 0; index < 410; index += 1) await hidden.create({ name: String(index) })
  const count = () => {
    turns += 1
    if (isCounting) setImmediate(count)
  }
  count()
})

afterAll(async () => {
  isCounting = false
  await app.close()
})

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  askedIn.length = 0
  await work()
  return new Set(askedIn).size
}

it('reads pages of invisible changes without blocking other readers', async () => {
  const read = () => app.app.local.readChanges({ after: '', limit: 1 })
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(4)
})

it('catches up without blocking other readers, and sends heartbeats meanwhile', async () => {
  let text = ''
  const catchUp = async () => {
    const stream = await follow(app, '?after=')
    await expect.poll(() => stream.text).toContain('event: ready')
    text = stream.text
  }
  expect(await turnsDuring(catchUp)).toBeGreaterThanOrEqual(3)
  expect(text.slice(0, text.indexOf('event: ready'))).toContain(':\n\n')
})
