import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '@quirecms/core'
import { collection, createApp, createLogger, defineConfig, f, job } from 'quirecms'

const input = {
  type: 'object',
  required: ['who', 'n'],
  properties: { who: { type: 'string' }, n: { type: 'integer' } },
} as const

/** Jobs that take a while, so that kills often hit a running one. They leave marks. */
export const workshop = defineConfig({
  collections: {
    marks: collection({ fields: { who: f.text({ index: true }), n: f.number(), at: f.text(), what: f.text() } }),
  },
  jobs: {
    once: job({
      input,
      run: async ({ input: { who, n }, complete }) => {
        await sleep(Math.random() * 100)
        return complete(async (local) => {
          await local.collection('marks').create({ who, n, what: 'once' })
          await sleep(Math.random() * 50)
          return n
        })
      },
    }),
    inTurn: job({
      input,
      key: ({ input: { who } }) => who,
      run: async ({ input: { who, n }, complete, local }) => {
        await local.collection('marks').create({ who, n, what: 'begun' })
        await sleep(Math.random() * 30)
        await complete(async (own) => {
          await own.collection('marks').create({ who, n, what: 'done' })
        })
      },
    }),
    endless: job({
      run: async ({ signal, local, id }) => {
        await local.collection('marks').create({ who: id, what: 'begun' })
        await sleep(600_000, undefined, { signal }).catch(() => undefined)
        throw new Error('It was told to stop.')
      },
    }),
    deadly: job({
      retryAfter: [],
      run: () => process.kill(process.pid, 'SIGKILL'),
    }),
  },
})

/** An instance that runs jobs, as a process that tests can kill: `node instance.ts <database as JSON>`. */
const [, script, database] = process.argv
if (script?.endsWith('instance.ts') && database) {
  const app = await createApp(
    { ...workshop, database: JSON.parse(database) as DatabaseConfig },
    { migrate: false, log: createLogger({ level: 'silent' }) },
  )
  process.send?.('ready')
  process.on('SIGTERM', () => void app.close().then(() => process.exit()))
  process.on('disconnect', () => process.exit())
}
