import { QuireError } from '../../contracts/errors.ts'
import type { QueuedJob, QueuedWork } from '../../contracts/job.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { execute } from '../../engine/execute.ts'
import { makerNow } from '../../engine/identity/maker-now.ts'
import { inTransaction } from '../../engine/in-transaction.ts'
import { ACTIONS } from './schedule-api.ts'

const SECOND = 1_000

/** Does it when its time has come, with the rights that whoever scheduled it has then (docs/contract/scheduling.md#running). */
export const whenDue: readonly QueuedJob<Call>[] = ACTIONS.map((action) => ({
  name: action,
  retryAfter: [SECOND, 5 * SECOND],
  // What is to be live from nine to ten must not end up live because ten came first after a pause.
  inOrder: ACTIONS,
  async run(call, work, complete) {
    const { runtime, entity } = call
    const caller: Caller = { ...(await creatorOf(runtime, work)), system: work.bySystem, isJob: true, context: {} }
    const input = { id: work.documentId, query: {}, params: {} }
    await inTransaction({ ...call, caller }, async (unit) => {
      try {
        await execute(runtime, entity, action, input, caller)
      } catch (error) {
        // Somebody was faster: it is live, or no longer live, which is all that was wanted.
        if (!(error instanceof QuireError) || error.code !== 'invalid_state') throw error
      }
      await complete(unit)
    })
  },
}))

/** What was planned with a key ends with the key, and shrinks with it (docs/contract/scheduling.md#running). */
async function creatorOf(runtime: Runtime, work: QueuedWork): Promise<Pick<Caller, 'actor' | 'key' | 'scopes'>> {
  const { createdBy, byKey } = work
  if (!createdBy) return { actor: null }
  const maker = await makerNow(runtime, { ...createdBy, key: byKey })
  if (maker) return maker
  const isThere = byKey !== null && (await makerNow(runtime, { ...createdBy, key: null })) !== null
  const message = isThere
    ? 'The API key that scheduled this no longer works. Schedule it again.'
    : 'The user who scheduled this no longer exists.'
  throw new QuireError('forbidden', message)
}
