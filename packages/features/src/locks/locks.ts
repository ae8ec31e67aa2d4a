import {
  type Actor,
  type Call,
  column,
  documentId,
  type Guard,
  type JsonObject,
  QuireError,
  type RecordReader,
  recordTable,
  type RowOf,
} from '@quirecms/core/feature'

/** Edit locks of documents. Expired ones are not valid. */
export const LOCKS = recordTable({
  name: 'locks',
  columns: {
    collection: column.text(),
    documentId: column.text(),
    actorCollection: column.text(),
    actorId: column.text(),
    acquiredAt: column.text(),
    expiresAt: column.text(),
  },
  namingColumns: [
    { column: 'collection', holds: 'collection' },
    { column: 'actorCollection', holds: 'collection' },
  ],
  key: ['collection', 'documentId'],
  expires: { column: 'expiresAt' },
  indexes: [
    { columns: ['actorCollection', 'actorId'], unique: false },
    { columns: ['collection', 'expiresAt'], unique: false },
  ],
})

export type EditLock = Pick<RowOf<typeof LOCKS>, 'actorCollection' | 'actorId' | 'acquiredAt' | 'expiresAt'>

export function lockKey({ entity }: Pick<Call, 'entity'>, id: string) {
  return { collection: entity.slug, documentId: id }
}

/** The lock of a document; null if there is none, or it has expired. */
export async function lockOf(call: Call, records: RecordReader, id: string): Promise<EditLock | null> {
  const [found] = await records.find(LOCKS.name, lockKey(call, id))
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
