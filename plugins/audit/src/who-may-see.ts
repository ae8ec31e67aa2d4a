import {
  type Call,
  type Condition,
  managesKeys,
  readsAll,
  readsEverything,
  refuse,
  ruleArguments,
} from 'quirecms/plugin'
import { type EntryRow } from './entry-table.ts'
import { EVERYTHING, type Told } from './entry.ts'
import type { Settings } from './options.ts'
import { entityName } from './write-entry.ts'

/** Which part of the log a caller may see. */
export interface Visibility {
  /** What entries must be about; undefined for all. */
  readonly where: Condition | undefined
  readonly maySee: (row: EntryRow) => boolean
  readonly told: (row: EntryRow) => Told
  /** Whether what every user is called may be told, and so be asked for. */
  readonly knowsAllLabels: boolean
  /** Whether this is more than what the caller did. */
  readonly seesOthers: boolean
}

const ALL: Visibility = {
  where: undefined,
  maySee: () => true,
  told: () => EVERYTHING,
  knowsAllLabels: true,
  seesOthers: true,
}

/**
 * Throws for callers who see nothing of the log. An application's own `access` decides on all of it. Without that, users of the admin collection
 * see what they did themselves, and with the right to manage keys also what others did: all that is about collections and globals that they may
 * read all of, and values where they may read everything in those. A key with scopes is told only of what these let it read, in any case.
 */
export async function visibilityOf(call: Call, { access }: Pick<Settings, 'access'>): Promise<Visibility> {
  if (call.caller.system) return ALL
  const service = call.runtime.manifest.service
  const rule = access ?? service.rules.read
  if ((await rule(ruleArguments({ ...call, entity: service }, {}))) !== true) throw refuse(call)
  if (access && !call.caller.scopes) return ALL
  const { collections, globals } = call.runtime.manifest
  const names: string[] = []
  const whole = new Set<string | null>([null])
  const entities = [...Object.values(collections), ...Object.values(globals)]
  for (const entity of entities) {
    const name = entityName(entity)
    if (name === null || !(await readsAll(call, entity))) continue
    names.push(name)
    if (await readsEverything(call, entity)) whole.add(name)
  }
  const knows = await knownUsers(call)
  const seesOthers = access !== undefined || (await managesKeys(call))
  const isReadable = aboutAny(names, names.length * 2 < entities.length)
  return {
    seesOthers,
    where: seesOthers ? isReadable : { kind: 'and', of: [doneBy(call), isReadable] },
    maySee: (row) => (seesOthers || isBy(call, row)) && (row.entity === null || names.includes(row.entity)),
    told: (row) => ({ addresses: true, values: whole.has(row.entity), labels: knows(row) }),
    knowsAllLabels: knows.all,
  }
}

/** Whether the caller may know what whoever an entry is about is called: a label may be an e-mail address. */
export async function knownUsers(call: Call): Promise<((row: EntryRow) => boolean) & { readonly all: boolean }> {
  const users = Object.values(call.runtime.manifest.collections).filter(({ auth }) => auth)
  const known = new Set<string | null>()
  for (const entity of users) if (await readsAll(call, entity)) known.add(entity.slug)
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

/** Refuses what is about the whole log, such as an export, to callers who see only what they did themselves. */
export function requireOthers(call: Call, { seesOthers }: Visibility): void {
  if (!seesOthers) throw refuse(call)
}

/** Refuses what happened to the account of another user, such as sign-ins, to callers who do not see what others did. */
export async function requireAccount(call: Call, id: string, settings: Pick<Settings, 'access'>): Promise<void> {
  const { actor, scopes } = call.caller
  if (!scopes && actor?.id === id && actor.collection === call.entity.slug) return
  requireOthers(call, await visibilityOf(call, settings))
}

/**
 * Whoever sees most of the log finds a page of it at once, entry by entry, and only few are served by the index of what entries are about. SQLite takes
 * that wherever it can, and then sorts all that it finds; a negation is what it has no index for.
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
