import { traitsOf } from '../contracts/access.ts'
import type { Entity, Manifest } from '../contracts/entity.ts'
import type { Caller } from '../contracts/operation.ts'
import { type CopyDatabase, NO_TIME_LIMIT } from '../contracts/storage.ts'
import { HOOK_NAMES, type HookName } from '../contracts/hooks.ts'
import { onceFor } from '../content/once-for.ts'
import { flatten } from '../content/field-tree.ts'
import type { Call, Runtime } from './call.ts'
import { hasFieldHooks, hasHooks } from './hooks.ts'
import { runInTransaction, type UnitOfWork, type UnitOptions } from './unit-of-work.ts'

export { isInTransaction, joinTransaction } from './unit-of-work.ts'

/**
 * Runs `work` in the call's transaction, or in a new one. It is serializable if application code can read in it; the
 * engine itself locks what it relies on (docs/adr/0049).
 */
export function inTransaction<T>(
  call: Call,
  work: (unit: UnitOfWork) => Promise<T>,
  more: Pick<UnitOptions, 'gathers'> = {},
): Promise<T> {
  const { runtime, caller, entity } = call
  const options = {
    isolated: mayApplicationRead(call),
    onRead: () => entitiesThatRead.add(entity),
    ...timeLimitOf(caller),
    ...more,
  }
  return runInTransaction(runtime.storage, caller.context, work, options)
}

/** Transactions of jobs have no time limit of their own. */
export function timeLimitOf({ signal }: Pick<Caller, 'signal'>): Pick<UnitOptions, 'timeout' | 'stop'> {
  return signal ? { timeout: NO_TIME_LIMIT, stop: signal } : {}
}

/** Entities whose rules, validations or defaults were seen to read from storage. Functions don't declare this. */
const entitiesThatRead = new WeakSet<Entity<Call>>()

/** Whether application code may read storage in a transaction of this call, as far as is known. */
function mayApplicationRead(call: Call): boolean {
  const { entity } = call
  if (entitiesThatRead.has(entity) || hasHooksInside(entity)) return true
  if (!reachesOthers(call)) return false
  return othersReached(entity, call.runtime.manifest).some(
    (other) => entitiesThatRead.has(other) || hasHooksInside(other),
  )
}

/** Hooks that run outside of transactions. */
const OUTSIDE = new Set<HookName>(['beforeOperation', 'afterCommit', 'beforeRead', 'afterRead', 'afterLogout'])
const INSIDE = HOOK_NAMES.filter((name) => !OUTSIDE.has(name))

const hasHooksInside = onceFor(
  (entity: Entity<Call>): boolean =>
    INSIDE.some((name) => hasHooks(entity, name)) ||
    hasFieldHooks(entity, 'beforeValidate') ||
    hasFieldHooks(entity, 'beforeChange'),
)

/** Whether the operation also writes other entities: a deletion clears references. */
function reachesOthers({ operation }: Call): boolean {
  return operation.changesReferrers === true || traitsOf(operation.rule).removes === true
}

const othersReached = onceFor((entity: Entity<Call>, manifest: Manifest<Call>): readonly Entity<Call>[] => {
  const all = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  return all.filter(({ fields }) => flatten(fields).some(({ targets }) => targets.includes(entity.slug)))
})

/** Runs `work` on a read snapshot: all its reads see the same state, despite concurrent writes. */
export function atOneMoment<T>(runtime: Runtime, work: (seen: Runtime) => Promise<T>): Promise<T> {
  const { storage } = runtime
  return storage.snapshot((reader) => work({ ...runtime, storage: { ...storage, reader } }))
}

/** The same for a backup, which may also copy the snapshot; `copy` is null if it can only be read. */
export function inBackupSnapshot<T>(
  runtime: Runtime,
  work: (seen: Runtime, copy: CopyDatabase | null) => Promise<T>,
): Promise<T> {
  const { storage } = runtime
  if (!storage.whole) return atOneMoment(runtime, (seen) => work(seen, null))
  return storage.whole.snapshot((reader, copy) => work({ ...runtime, storage: { ...storage, reader } }, copy))
}
