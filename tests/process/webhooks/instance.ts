import type { DatabaseConfig } from '@quirecms/core'
import { createApp, createLogger } from 'quirecms'
import { newsroom } from '../../engine/webhooks/newsroom.ts'

/**
 * An instance that sends due deliveries, as a process that tests can kill: `node instance.ts <database as JSON>
 * <receiver's address>`.
 */
const [, , database = '{}', url = ''] = process.argv
await createApp(
  {
    ...newsroom(url, { retryAfter: ['100ms', '200ms', '500ms', '1s', '2s', '5s', '10m'] }),
    database: JSON.parse(database) as DatabaseConfig,
  },
  { migrate: false, log: createLogger({ level: 'silent' }) },
)
process.send?.('ready')
process.on('disconnect', () => process.exit())
