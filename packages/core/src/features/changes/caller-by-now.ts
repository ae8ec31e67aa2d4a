import type { Caller } from '../../contracts/operation.ts'
import type { Runtime } from '../../engine/call.ts'
import { recogniseAgain } from '../auth/offers.ts'

/**
 * Who follows, by now. A session that was refreshed is still the same, though the token that the stream was opened with is no good any more: a
 * browser refreshes all the time, and would lose its streams each time.
 */
export async function callerByNow(runtime: Runtime, caller: Caller, byRequest: () => Promise<Caller>): Promise<Caller> {
  const { credential } = caller
  const known = credential?.kind === 'session' ? await recogniseAgain(runtime, credential) : null
  return known ? { ...caller, ...known } : byRequest()
}
