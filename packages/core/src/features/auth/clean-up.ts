import type { Call, Runtime } from '../../engine/call.ts'
import { ATTEMPTS, MAILED_TOKENS, SESSIONS } from './auth-tables.ts'

const EVERY = 60_000
const DAY = 86_400_000
const lastTime = new WeakMap<Runtime, number>()

/** Removes what has expired, now and then, beside the sign-ins that make it grow. */
export function cleanUp({ runtime }: Call): void {
  const now = runtime.clock()
  if (now.getTime() - (lastTime.get(runtime) ?? 0) < EVERY) return
  lastTime.set(runtime, now.getTime())
  const forgotten = new Date(now.getTime() - DAY - longestLock(runtime)).toISOString()
  runtime.background('clean-up of expired sessions', () =>
    runtime.storage.transaction(async ({ records }) => {
      await records.remove(SESSIONS.name, { expiresAt: { below: now.toISOString() } })
      await records.remove(MAILED_TOKENS.name, { expiresAt: { below: now.toISOString() } })
      await records.remove(ATTEMPTS.name, { updatedAt: { below: forgotten } })
    }),
  )
}

/** Failures of an address are not forgotten while it may be locked. */
function longestLock({ manifest }: Runtime): number {
  return Math.max(...Object.values(manifest.collections).map(({ auth }) => auth?.lockout?.duration ?? 0))
}
