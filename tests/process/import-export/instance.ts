import type { DatabaseConfig } from '@quirecms/core'
import { collection, createApp, createLogger, defineConfig, f } from 'quirecms'

/** Rows as documents, and a mark for each: a row that is imported twice leaves two marks. */
export const warehouse = defineConfig({
  collections: {
    items: collection({
      fields: { name: f.text({ required: true }), number: f.number({ integer: true }) },
      hooks: {
        afterChange: [
          async ({ doc, local }) => {
            await local.asSystem().collection('marks').create({ of: doc?.['number'] })
          },
        ],
      },
    }),
    marks: collection({ fields: { of: f.number({ integer: true }) } }),
  },
})

/** An instance that runs queued work, as a process that tests can kill: `node instance.ts <database as JSON>`. */
const [, script, database] = process.argv
if (script?.endsWith('instance.ts') && database) {
  await createApp(
    { ...warehouse, database: JSON.parse(database) as DatabaseConfig },
    { migrate: false, log: createLogger({ level: 'silent' }) },
  )
  process.send?.('ready')
  process.on('disconnect', () => process.exit())
}
