import { QuireError } from '../../contracts/errors.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { Runtime } from '../call.ts'
import { makerNow } from '../identity/maker-now.ts'

/**
 * Whom a piece of work is done for: whoever asked for it, with the rights that are left of theirs now. What was asked for with a key ends with
 * the key, and shrinks with it (docs/contract/scheduling.md#running). `asked` is what they did, in words.
 */
export async function callerOfWork(runtime: Runtime, work: QueuedWork, asked: 'scheduled' | 'queued'): Promise<Caller> {
  return { ...(await creatorOf(runtime, work, asked)), system: work.bySystem, isJob: true, context: {} }
}

async function creatorOf(
  runtime: Runtime,
  { createdBy, byKey }: QueuedWork,
  asked: 'scheduled' | 'queued',
): Promise<Pick<Caller, 'actor' | 'key' | 'scopes'>> {
  if (!createdBy) return { actor: null }
  const maker = await makerNow(runtime, { ...createdBy, key: byKey })
  if (maker) return maker
  const isThere = byKey !== null && (await makerNow(runtime, { ...createdBy, key: null })) !== null
  const again = asked === 'scheduled' ? 'Schedule it again.' : 'Queue it again.'
  const message = isThere
    ? `The API key that ${asked} this no longer works. ${again}`
    : `The user who ${asked} this no longer exists.`
  throw new QuireError('forbidden', message)
}
