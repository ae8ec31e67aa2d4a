import type { DatabaseConfig } from '@quirecms/core'
import { createApp, createLogger } from 'quirecms'
import { club } from '../../engine/auth/club.ts'

/**
 * An instance that has promised mails and is about to send them, as a process that tests can kill: `node mail-instance.ts <database as
 * JSON> <addresses as JSON>`. It says `committed` once all have been answered, and `sending` for each mail that never gets through.
 */
const [, , database = '{}', addresses = '[]'] = process.argv
const send = () => new Promise<void>(() => void process.send?.('sending'))
const app = await createApp(
  { ...club, database: JSON.parse(database) as DatabaseConfig },
  // Workers start before `createApp` returns, so only they send mails: with `migrate: false`, they start later.
  { log: createLogger({ level: 'silent' }), mailer: { send } },
)
for (const email of JSON.parse(addresses) as string[]) await app.local.auth.users.forgotPassword({ email })
process.send?.('committed')
// Ends with the test's process, however that ends.
process.on('disconnect', () => process.exit())
