import {
  type Call,
  type Condition,
  canManageKeys,
  hasFullRead,
  canReadEverything,
  refusalOf,
  ruleArguments,
} from 'quirecms/plugin'
import { type EntryRow } from './entry-table.ts'
import { EVERYTHING, type EntryVisibility } from './entry.ts'
import type { AuditSettings } from './options.ts'
import { entityName } from './write-entry.ts'

export interface AuditVisibility {
  /** Predicate for the entries; undefined for all. */
  readonly where: Condition | undefined
  readonly maySee: (row: EntryRow) => boolean
  readonly told: (row: EntryRow) => EntryVisibility
  /** Whether the caller may see the label of every user, and so may filter by it. */
  readonly knowsAllLabels: boolean
  /** Whether the caller may see entries of other actors. */
  readonly seesOthers: boolean
}

const ALL: AuditVisibility = {
  where: undefined,
  maySee: () => true,
  told: () => EVERYTHING,
  knowsAllLabels: true,
  seesOthers: true,
}

/**
 * Returns what the caller may see; throws if that is nothing. The `access` option, if set, decides on the whole log.
 * Otherwise, users of the admin collection see their own entries, and users with `manageKeys` also those of others;
 * both only for collections and globals whose read rule returns `true`, and values only if all drafts and all fields
 * are readable as well. Scopes of an API key restrict this in every case.
 */
export async function visibilityOf(call: Call, { access }: Pick<AuditSettings, 'access'>): Promise<AuditVisibility> {
  if (call.caller.system) return ALL
  const service = call.runtime.manifest.service
  const rule = access ?? service.rules.read
  if ((await rule(ruleArguments({ ...call, entity: service }, {}))) !== true) throw refusalOf(call)
  if (access && !call.caller.scopes) return ALL
  const { collections, globals } = call.runtime.manifest
  const names: string[] = []
  const whole = new Set<string | null>([null])
  const entities = [...Object.values(collections), ...Object.values(globals)]
  for (const entity of entities) {
    const name = entityName(entity)
    if (name === null || !(await hasFullRead(call, entity))) continue
    names.push(name)
    if (await canReadEverything(call, entity)) whole.add(name)
  }
  const knows = await knownUsers(call)
  const seesOthers = access !== undefined || (await canManageKeys(call))
  const isReadable = aboutAny(names, names.length * 2 < entities.length)
  return {
    seesOthers,
    where: seesOthers ? isReadable : { kind: 'and', of: [doneBy(call), isReadable] },
    maySee: (row) => (seesOthers || isBy(call, row)) && (row.entity === null || names.includes(row.entity)),
    told: (row) => ({ addresses: true, values: whole.has(row.entity), labels: knows(row) }),
    knowsAllLabels: knows.all,
  }
}

/** Whether the caller may see the label of an entry's actor, which may be an email address. */
export async function knownUsers(call: Call): Promise<((row: EntryRow) => boolean) & { readonly all: boolean }> {
  const users = Object.values(call.runtime.manifest.collections).filter(({ auth }) => auth)
  const known = new Set<string | null>()
  for (const entity of users) if (await hasFullRead(call, entity)) known.add(entity.slug)
  const { scopes } = call.caller
  const knows = (row: EntryRow) => known.has(row.actorCollection) || (!scopes && isBy(call, row))
  return Object.assign(knows, { all: known.size === users.length })
}

function isBy({ caller: { actor } }: Call, { actorId, actorCollection }: EntryRow): boolean {
  return actor?.id === actorId && actor.collection === actorCollection
}

function doneBy({ caller: { actor } }: Call): Condition {
  const { id = '', collection = '' } = actor ?? {}
  return {
    kind: 'and',
    of: [
      compare({ op: 'equals', value: id }, 'actorId'),
      compare({ op: 'equals', value: collection }, 'actorCollection'),
    ],
  }
}

/** Refuses operations on the whole log, such as an export, for callers who see only their own entries. */
export function requireOthers(call: Call, { seesOthers }: AuditVisibility): void {
  if (!seesOthers) throw refusalOf(call)
}

/** Refuses the entries of another user's account for callers who see only their own entries. */
export async function requireAccount(call: Call, id: string, settings: Pick<AuditSettings, 'access'>): Promise<void> {
  const { actor, scopes } = call.caller
  if (!scopes && actor?.id === id && actor.collection === call.entity.slug) return
  requireOthers(call, await visibilityOf(call, settings))
}

/**
 * Chooses between a positive and a negated predicate. A caller who may see most of the log finds a page at once by
 * scanning in id order. SQLite would still use the index on `entity` and sort all matches; a negation cannot use that
 * index.
 */
function aboutAny(names: readonly string[], areFew: boolean): Condition {
  const isOneOf = compare({ op: 'in', values: names })
  if (areFew) return { kind: 'or', of: [isOneOf, compare({ op: 'is_null' })] }
  const isAnother: Condition = { kind: 'and', of: [{ kind: 'not', of: isOneOf }, compare({ op: 'is_set' })] }
  return { kind: 'not', of: isAnother }
}

function compare(
  test: Extract<Condition, { kind: 'compare' }>['test'],
  name: 'entity' | 'actorId' | 'actorCollection' = 'entity',
): Condition {
  return { kind: 'compare', path: { steps: [{ kind: 'column', name }], storedAs: 'text' }, test }
}
