import type { RecordWriter } from '../../contracts/records.ts'
import { API_KEYS, CREDENTIALS, MAILED_TOKENS, SESSIONS } from './auth-tables.ts'
import { forgetDevices } from './known-devices.ts'

/**
 * Ends what a user can sign in with: sessions, and mailed tokens that would set another password. API keys go too where the user goes,
 * and the password where it goes for good: a user who comes back from the trash still knows it.
 */
export async function revokeAll(
  records: RecordWriter,
  collection: string,
  userId: string,
  what: 'sessions' | 'sessionsAndKeys' | 'everything',
): Promise<void> {
  const user = { collection, userId }
  // The password first: whoever signs in meanwhile holds it, and what that leaves behind goes with the rest.
  if (what === 'everything') await records.remove(CREDENTIALS.name, user)
  // Likewise for a user who only goes to the trash: a session that began meanwhile would be good again once it comes back.
  else if (what === 'sessionsAndKeys') await records.find(CREDENTIALS.name, user, { lock: true })
  if (what !== 'sessions') await records.remove(API_KEYS.name, user)
  await records.remove(SESSIONS.name, user)
  await records.remove(MAILED_TOKENS.name, user)
  await forgetDevices(records, user)
}
