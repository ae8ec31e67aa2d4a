import type { Caller, Runtime } from '@quirecms/core/feature'
import { recogniseAgain } from '../auth/offers.ts'

/**
 * The current state of the caller of a stream. Finds the session by id: a refresh replaces the token that the stream
 * was opened with, and must not end the stream.
 */
export async function callerByNow(runtime: Runtime, caller: Caller, byRequest: () => Promise<Caller>): Promise<Caller> {
  const { credential } = caller
  const known = credential?.kind === 'session' ? await recogniseAgain(runtime, credential) : null
  return known ? { ...caller, ...known } : byRequest()
}
