import { type Call, callerOfWork, execute, inTransaction, type QueuedJob, QuireError } from '@quirecms/core/feature'
import { tellFailure } from './failed-plan.ts'
import { ACTIONS } from './schedule-api.ts'

const SECOND = 1_000
/** How long finished plans are kept. */
const KEPT = 30 * 86_400_000

/** Runs the action with the rights that its creator has at that time (docs/contract/scheduling.md#running). */
export const whenDue = (sendsMail: boolean): readonly QueuedJob<Call>[] =>
  ACTIONS.map((action) => ({
    name: action,
    retryAfter: [SECOND, 5 * SECOND],
    keptFor: KEPT,
    onFailed: (call, work) => tellFailure(call, work, sendsMail),
    // After downtime, an older plan must not run after a newer one.
    inOrder: ACTIONS,
    async run(call, work, complete) {
      const { runtime, entity } = call
      const caller = await callerOfWork(runtime, work, 'scheduled')
      const input = { id: work.documentId, query: {}, params: {} }
      await inTransaction({ ...call, caller }, async (unit) => {
        try {
          await execute(runtime, entity, action, input, caller)
        } catch (error) {
          // The document already has the wanted state.
          if (!(error instanceof QuireError) || error.code !== 'invalid_state') throw error
        }
        await complete(unit)
      })
    },
  }))
