import {
  type Actor,
  type Call,
  type JsonObject,
  QuireError,
  type RecordReader,
  type RowOf,
} from '@quirecms/core/feature'
import { LOCKS } from './lock-table.ts'

export type EditLock = Pick<RowOf<typeof LOCKS>, 'actorCollection' | 'actorId' | 'acquiredAt' | 'expiresAt'>

export function lockKey({ entity }: Pick<Call, 'entity'>, documentId: string) {
  return { collection: entity.slug, documentId }
}

/** The lock of a document; null if there is none, or it has expired. */
export async function lockOf(call: Call, records: RecordReader, documentId: string): Promise<EditLock | null> {
  const [found] = await records.find(LOCKS.name, lockKey(call, documentId))
  return found && found.expiresAt > call.runtime.clock().toISOString() ? found : null
}

/** A lock belongs to the user, whatever the session or key (docs/contract/locks.md#holding-a-lock). */
export function isHeldBy(lock: EditLock, actor: Actor | null): boolean {
  return actor !== null && actor.id === lock.actorId && actor.collection === lock.actorCollection
}

/** A lock as clients see it (docs/contract/requests.md#answers). */
export function lockAnswer(lock: EditLock | null, actor: Actor | null): JsonObject {
  if (!lock) return { lock: null }
  const { actorCollection, actorId, acquiredAt, expiresAt } = lock
  const holder = { collection: actorCollection, id: actorId }
  return { lock: { actor: holder, acquiredAt, expiresAt, mine: isHeldBy(lock, actor) } }
}

/** Only users can hold a lock, even if the rule allows callers without one. */
export function holderOf({ caller }: Call): Actor {
  if (caller.actor) return caller.actor
  throw new QuireError('unauthenticated', 'Sign in first: a lock belongs to a user.')
}
