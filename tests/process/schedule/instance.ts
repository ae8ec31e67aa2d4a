import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '@quirecms/core'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'

/** Each publication leaves a mark in its transaction. */
export const weekly = defineConfig({
  collections: {
    articles: collection({
      versions: { drafts: true },
      fields: { title: f.text() },
      hooks: {
        afterChange: [
          async ({ operation, id, local, context }) => {
            if (operation !== 'publish') return
            await local.asSystem().collections['marks']?.['create']?.({ of: id }, { context })
            // Takes a while, so that kills often hit it.
            await sleep(Math.random() * 150)
          },
        ],
      },
    }),
    marks: collection({ fields: { of: f.text() } }),
  },
})

/**
 * An instance that publishes scheduled documents, as a process that tests can kill: `node instance.ts <database as
 * JSON>`.
 */
const [, script, database] = process.argv
if (script?.endsWith('instance.ts') && database) {
  await createApp(
    { ...weekly, database: JSON.parse(database) as DatabaseConfig },
    { migrate: false, log: createLogger({ level: 'silent' }) },
  )
  process.send?.('ready')
  process.on('disconnect', () => process.exit())
}
