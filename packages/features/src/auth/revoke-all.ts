import type { RecordWriter } from '@quirecms/core/feature'
import { API_KEYS, CREDENTIALS, MAILED_TOKENS, SESSIONS, LAST_SIGN_INS } from './auth-tables.ts'
import { forgetDevices } from './known-devices.ts'

/**
 * Revokes the user's sessions, mailed tokens and known browsers; with `sessionsAndKeys` also the API keys, and with
 * `everything` also the password. A user who is restored from the trash keeps the password.
 */
export async function revokeAll(
  records: RecordWriter,
  collection: string,
  userId: string,
  what: 'sessions' | 'sessionsAndKeys' | 'everything',
): Promise<void> {
  const user = { collection, userId }
  // Delete the credentials first: a concurrent sign-in holds their lock, and the session that it commits is deleted
  // below.
  if (what === 'everything') await records.remove(CREDENTIALS.name, user)
  // The same for the trash: a session that begins concurrently would be valid again after a restore.
  else if (what === 'sessionsAndKeys') await records.find(CREDENTIALS.name, user, { lock: true })
  if (what === 'everything') await records.remove(LAST_SIGN_INS.name, user)
  if (what !== 'sessions') await records.remove(API_KEYS.name, user)
  await records.remove(SESSIONS.name, user)
  await records.remove(MAILED_TOKENS.name, user)
  await forgetDevices(records, user)
}
