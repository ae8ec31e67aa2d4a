import { QuireError } from '../../contracts/errors.ts'
import type { QueuedWork } from '../../contracts/job.ts'
import type { Caller } from '../../contracts/operation.ts'
import type { Runtime } from '../call.ts'
import { currentCreator } from '../identity/callers.ts'

/**
 * The caller for a piece of work: its creator, with current rights. Work that was requested with an API key loses its
 * rights with the key (docs/contract/scheduling.md#running). `asked` is used in error messages.
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
  const maker = await currentCreator(runtime, { ...createdBy, key: byKey })
  if (maker) return maker
  const isThere = byKey !== null && (await currentCreator(runtime, { ...createdBy, key: null })) !== null
  const again = asked === 'scheduled' ? 'Schedule it again.' : 'Queue it again.'
  const message = isThere
    ? `The API key that ${asked} this no longer works. ${again}`
    : `The user who ${asked} this no longer exists.`
  throw new QuireError('forbidden', message)
}
