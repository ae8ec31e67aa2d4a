import type { Actor } from '../../contracts/access.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { RowOf } from '../../contracts/record-table.ts'
import type { RecordReader } from '../../contracts/records.ts'
import type { Call } from '../../engine/call.ts'
import { LOCKS } from './lock-table.ts'

/** A lock that holds: who has it, and until when. */
export type Lock = Pick<RowOf<typeof LOCKS>, 'actorCollection' | 'actorId' | 'acquiredAt' | 'expiresAt'>

/** Which record is a document's lock. */
export function lockKey({ entity }: Pick<Call, 'entity'>, documentId: string) {
  return { collection: entity.slug, documentId }
}

/** The lock of a document; null if it is free, as it is once the lock has expired. */
export async function lockOf(call: Call, records: RecordReader, documentId: string): Promise<Lock | null> {
  const [found] = await records.find(LOCKS.name, lockKey(call, documentId))
  return found && found.expiresAt > call.runtime.clock().toISOString() ? found : null
}

/** A lock belongs to the actor, by whichever session or key it comes (docs/contract/locks.md#holding-a-lock). */
export function isHeldBy(lock: Lock, actor: Actor | null): boolean {
  return actor !== null && actor.id === lock.actorId && actor.collection === lock.actorCollection
}

/** What clients see of a lock (docs/contract/requests.md#answers). */
export function lockAnswer(lock: Lock | null, actor: Actor | null): JsonObject {
  if (!lock) return { lock: null }
  const { actorCollection, actorId, acquiredAt, expiresAt } = lock
  const holder = { collection: actorCollection, id: actorId }
  return { lock: { actor: holder, acquiredAt, expiresAt, mine: isHeldBy(lock, actor) } }
}

/** Whoever has the right, but is nobody, can't hold anything. */
export function holderOf({ caller }: Call): Actor {
  if (caller.actor) return caller.actor
  throw new QuireError('unauthenticated', 'Sign in first: a lock belongs to a user.')
}
