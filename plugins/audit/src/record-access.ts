import { createHash } from 'node:crypto'
import { type AccessDone, type AccessRefused, type Call, type Feature, inTransaction, type Unit } from 'quirecms/plugin'
import { keptChanges } from './changes.ts'
import { REFUSALS } from './entry-table.ts'
import { keyedHash, saltOf } from './keyed-hash.ts'
import type { AuditSettings } from './options.ts'
import { entityName, type Happened, writeEntry } from './write-entry.ts'

/** Interval in milliseconds in which the same refusal of the same caller is recorded once. */
const ONCE_IN = 60_000

/** Refusals that an instance remembers, so that repeated ones need no query. */
const MOST_REMEMBERED = 10_000

/** Records logins, account events that are no change of a document, and refusals. */
export function recordAccess(settings: AuditSettings): Feature<Call> {
  const remembered = new Map<string, number>()
  return {
    name: 'audit of access',
    for: () => true,
    adds: () => ({
      onAccess: (call, event) =>
        event.outcome === 'done' ? recordDone(call, event, settings) : recordRefusal(call, event, remembered),
    }),
  }
}

async function recordDone(call: Call, event: AccessDone, settings: AuditSettings): Promise<void> {
  const { unit, action, revision = null } = event
  const changes = keptChanges(event.changes ?? [], settings.content)
  const happened = { action, revision, ...subjectOf(call, event), changes, ...(await strangerIn(call, unit, event)) }
  await writeEntry(call, unit.tx.records, happened)
}

/** An account event of the service is about the actor's own document. */
function subjectOf(
  call: Call,
  { action, documentId }: AccessDone | AccessRefused,
): Pick<Happened, 'entity' | 'documentId'> {
  const { actor } = call.caller
  if (call.entity.kind === 'service' && actor && action.startsWith('auth.'))
    return { entity: actor.collection, documentId: actor.id }
  return { entity: entityName(call.entity), documentId }
}

/**
 * For an address without an account, only a hash is recorded: repeated attempts can be recognized, the address cannot.
 */
async function strangerIn(
  { runtime }: Call,
  unit: Unit,
  { address, documentId }: AccessDone | AccessRefused,
): Promise<Pick<Happened, 'changes'>> {
  if (address === undefined) return {}
  const to = keyedHash(await saltOf(runtime, unit), address.trim().toLowerCase())
  return documentId === null ? { changes: JSON.stringify([{ path: 'address', from: null, to }]) } : {}
}

async function recordRefusal(call: Call, event: AccessRefused, remembered: Map<string, number>): Promise<void> {
  const { runtime } = call
  // Every failed login is recorded, so that password guessing shows.
  const key = event.action === 'auth.loginFailed' ? null : refusalKey(call, event)
  const now = runtime.clock().getTime()
  if (key !== null && now - (remembered.get(key) ?? 0) < ONCE_IN) return
  await inTransaction(call, async (unit) => {
    if (key !== null && !(await isNew(unit, key, now))) return
    const { action, code } = event
    const told = { action, code, outcome: 'refused', ...subjectOf(call, event) } as const
    await writeEntry(call, unit.tx.records, { ...told, ...(await strangerIn(call, unit, event)) })
    if (key === null) return
    unit.afterCommit.push(async () => {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(key, now)
    })
  })
}

/** Key of a refusal: caller, action and entity. */
function refusalKey({ caller, entity }: Call, { action, address, documentId }: AccessRefused): string {
  const who = caller.actor ? [caller.actor.collection, caller.actor.id] : [address ?? null, documentId]
  return createHash('sha256')
    .update(JSON.stringify([who, action, entity.kind, entity.slug]))
    .digest('base64url')
}

/** Whether no instance recorded this refusal within the interval. Records it if so. */
async function isNew({ tx: { records } }: Unit, key: string, now: number): Promise<boolean> {
  const at = new Date(now).toISOString()
  if (await records.insert(REFUSALS.name, { key, at })) return true
  const old = { key, at: { below: new Date(now - ONCE_IN + 1).toISOString() } }
  return (await records.update(REFUSALS.name, old, { at })) > 0
}
