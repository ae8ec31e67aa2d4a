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
  runtime.background('clean-up of expired sessions', () =>
    runtime.storage.transaction(async ({ records }) => {
      await records.remove(SESSIONS.name, { expiresAt: { below: now.toISOString() } })
      await records.remove(MAILED_TOKENS.name, { expiresAt: { below: now.toISOString() } })
      await records.remove(ATTEMPTS.name, { updatedAt: { below: new Date(now.getTime() - DAY).toISOString() } })
    }),
  )
}
