import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConfig } from '@quire/core'
import { createApp, createLogger } from 'quire'
import { chores, config, leaveMark } from './chores.ts'

/** An instance that works through the queue, as a process that tests can kill: `node instance.ts <database as JSON>`. */
const [, script, database] = process.argv
if (script?.endsWith('instance.ts') && database) {
  // The work takes a while, so that a kill often comes in the middle of it.
  const slowly = chores((call, work, complete) => leaveMark(call, work, complete, () => sleep(Math.random() * 150)))
  await createApp(
    { ...config, database: JSON.parse(database) as DatabaseConfig },
    { migrate: false, features: [slowly], log: createLogger({ level: 'silent' }) },
  )
  process.send?.('ready')
  // Ends with the test that started it, however that ends.
  process.on('disconnect', () => process.exit())
}
