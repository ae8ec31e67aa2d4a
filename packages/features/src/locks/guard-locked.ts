import { type Call, documentId, type Guard, QuireError } from '@quirecms/core/feature'
import { isHeldBy, lockOf } from './lock-of.ts'

/**
 * Refuses any change of a document that another user has locked. The system passes: a hook that counts comments must
 * not fail because an editor has the post open. Scheduled jobs pass, too (docs/contract/locks.md#locked-documents).
 */
export const guardLocked: Guard<Call> = async (call, { tx }, { id }) => {
  const { actor, system, isJob } = call.caller
  if (system || isJob) return
  const lock = await lockOf(call, tx.records, id)
  if (!lock || isHeldBy(lock, actor)) return
  throw new QuireError(
    'locked',
    documentId(call) === id
      ? 'Another user is editing this document. Wait for them, or take the lock over first.'
      : 'This would also change a document that another user is editing. Wait until they are done.',
  )
}
