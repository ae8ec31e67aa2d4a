import { setTimeout as sleep } from 'node:timers/promises'
import type { DataMigration, StorageSchema } from '@quirecms/core'
import { type DatabaseOptions, openStorage } from '@quirecms/sql'

/**
 * Another instance as a process that tests can kill: `node instance.ts <database as JSON> <action>`. It sends a message
 * when it has reached the tested point.
 */

export const schema: StorageSchema = {
  tables: [
    { name: 'posts', columns: [], indexes: [], shape: '1' },
    { name: 'pages', columns: [], indexes: [], shape: '1' },
  ],
}

const first: DataMigration = { name: '1-first', run: (tx) => tx.insert('posts', document('first'), []) }

/** `interrupted` is called during the second migration. */
export function dataMigrations(interrupted: () => Promise<void>): DataMigration[] {
  const second: DataMigration = {
    name: '2-second',
    run: async (tx) => {
      await tx.insert('posts', document('second'), [])
      await interrupted()
    },
  }
  return [first, second]
}

export function document(id: string, data: object = {}) {
  const at = '2026-01-01T00:00:00.000Z'
  return { id, revision: 1, createdAt: at, updatedAt: at, json: JSON.stringify(data), shape: '1', columns: {} }
}

const tasks: Record<string, (database: DatabaseOptions) => Promise<void>> = {
  'migrate and hang': async (database) => {
    const hang = () => {
      process.send?.('hanging')
      return sleep(60_000)
    }
    const storage = await openStorage({ database, schema, dataMigrations: dataMigrations(hang) })
    await storage.migrations.apply()
  },
  'insert and hang': async (database) => {
    const storage = await openStorage({ database, schema })
    await storage.transaction((tx) => tx.insert('posts', document('acknowledged'), []))
    process.send?.('acknowledged')
    await sleep(60_000)
  },
  'insert on demand': async (database) => {
    const storage = await openStorage({ database, schema })
    process.on('message', (number) => {
      void storage
        .transaction((tx) => tx.insert('posts', document(`demanded ${String(number)}`), []))
        .then(() => process.send?.('done'))
    })
    process.send?.('ready')
  },
  /** Each message has a database and a time to start at; the answer is the result. */
  'start when told': async () => {
    process.on('message', (told: { readonly database: DatabaseOptions; readonly at: number }) => {
      const start = async () => {
        await sleep(told.at - Date.now() - 20)
        // Busy-waits, because a timer is not exact to the millisecond.
        while (Date.now() < told.at);
        const storage = await openStorage({ database: told.database, schema })
        await storage.migrations.apply()
        await storage.close()
        return 'started'
      }
      void start()
        .catch((error: unknown) => String((error as Error).cause ?? error))
        .then((outcome) => process.send?.(outcome))
    })
    process.send?.('ready')
  },
  'count to 25': async (database) => {
    const storage = await openStorage({ database, schema })
    const increment = () =>
      storage.transaction(async (tx) => {
        const before = await tx.get('posts', 'counter', undefined, { lock: 'change' })
        if (!before) throw new Error('there is no counter')
        const { n } = JSON.parse(before.json) as { n: number }
        await tx.update('posts', { ...before, revision: n + 2, json: JSON.stringify({ n: n + 1 }) }, before.revision)
      })
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 5 }, increment))
    await storage.close()
    process.send?.('done')
    process.disconnect?.()
  },
}

const [, script, database, task] = process.argv
if (script?.endsWith('instance.ts') && database && task) {
  await tasks[task]?.(JSON.parse(database) as DatabaseOptions)
}
