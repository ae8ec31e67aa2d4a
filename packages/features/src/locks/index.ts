import { type Call, type Duration, type Feature, isObject, parseDuration } from '@quirecms/core/feature'
import { acquireLock, readLock, releaseLock } from './hold-lock.ts'
import { guardLocked, LOCKS, lockKey } from './locks.ts'

const DEFAULT_DURATION: Duration = '5m'

/** Null if the collection has no locks. */
function durationOf(locks: unknown): number | null {
  if (locks === false) return null
  return parseDuration((isObject(locks) ? locks['duration'] : undefined) ?? DEFAULT_DURATION)
}

/**
 * Prevents changes of a document by others while an editor has it locked. Globals have no locks
 * (docs/contract/locks.md).
 */
export const locks: Feature<Call> = {
  name: 'locks',
  options: ['locks'],
  for: ({ kind, options }) => kind === 'collection' && durationOf(options['locks']) !== null,
  adds: ({ options }) => ({
    records: [LOCKS],
    operations: [readLock, acquireLock(durationOf(options['locks']) ?? 0), releaseLock],
    guard: guardLocked,
    // Also in the trash: a restored document has no lock.
    onRemove: async (call, { tx }, { document }) => {
      await tx.records.remove(LOCKS.name, lockKey(call, document.id))
    },
  }),
}

/** Removes the locks of deleted users. */
export const locksOfUsers: Feature<Call> = {
  name: 'own locks',
  for: ({ auth }) => auth !== null,
  adds: () => ({
    onRemove: async ({ entity, runtime }, { tx }, { document }) => {
      const hasLocks = runtime.manifest.records.some(({ name }) => name === LOCKS.name)
      if (hasLocks) await tx.records.remove(LOCKS.name, { actorCollection: entity.slug, actorId: document.id })
    },
  }),
}
