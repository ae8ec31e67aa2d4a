import { type Call, type Job, ownerOf, QUEUE, type Runtime } from '@quirecms/core/feature'
import { ATTEMPTS, DEVICES, MAILED_TOKENS, MAILS, REGISTRATIONS, SESSIONS } from './auth-tables.ts'
import { SEND_MAIL } from './mail-queue.ts'
import { MAIL_WINDOW } from './mailed-tokens.ts'
import { REGISTER } from './queued-registration.ts'

const EVERY = 60_000
const DAY = 86_400_000

/**
 * Removes expired sessions, tokens and known browsers, mails that were never sent, and attempts that no longer lock
 * an address.
 */
export const forgetExpired: Job<Call> = {
  name: 'forgetExpired',
  every: EVERY,
  async run({ runtime, entity }) {
    const now = runtime.clock()
    const forgotten = new Date(now.getTime() - DAY - longestLock(runtime)).toISOString()
    await runtime.storage.transaction(async ({ records }) => {
      await records.remove(SESSIONS.name, { expiresAt: { below: now.toISOString() } })
      await records.remove(DEVICES.name, { expiresAt: { below: now.toISOString() } })
      // Their number also limits mails per address.
      const mailed = new Date(now.getTime() - MAIL_WINDOW).toISOString()
      await records.remove(MAILED_TOKENS.name, { expiresAt: { below: mailed } })
      // Mails whose sending crashed the process each time.
      const old = new Date(now.getTime() - DAY).toISOString()
      await records.remove(MAILS.name, { createdAt: { below: old } })
      await records.remove(REGISTRATIONS.name, { createdAt: { below: old } })
      for (const job of [SEND_MAIL, REGISTER])
        await records.remove(QUEUE.name, { collection: ownerOf(entity), job, finishedAt: { below: old } })
      await records.remove(ATTEMPTS.name, { updatedAt: { below: forgotten } })
    })
  },
}

/** Attempts of an address are kept while it may be locked. */
function longestLock({ manifest }: Runtime): number {
  return Math.max(...Object.values(manifest.collections).map(({ auth }) => auth?.lockout?.duration ?? 0))
}
