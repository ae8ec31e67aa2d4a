import { type Call, type Condition, readsAll, readsEverything, refuse, ruleArguments } from 'quirecms/plugin'
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
}

const ALL: Visibility = { where: undefined, maySee: () => true, told: () => EVERYTHING, knowsAllLabels: true }

/**
 * Throws for those who see nothing of the log. An application's own `access` decides on all of it. Without that, who may use the admin app
 * sees what is about collections and globals that they may read all of, and values where they may read everything in those. To a key with scopes, this
 * holds in any case: it is told of nothing that they leave out.
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
  return {
    where: aboutAny(names, names.length * 2 < entities.length),
    maySee: ({ entity }) => entity === null || names.includes(entity),
    told: (row) => ({ addresses: true, values: whole.has(row.entity), labels: knows(row) }),
    knowsAllLabels: knows.all,
  }
}

/** Whether the caller may know what whoever an entry is about is called: a label may be an e-mail address. */
export async function knownUsers(call: Call): Promise<((row: EntryRow) => boolean) & { readonly all: boolean }> {
  const users = Object.values(call.runtime.manifest.collections).filter(({ auth }) => auth)
  const known = new Set<string | null>()
  for (const entity of users) if (await readsAll(call, entity)) known.add(entity.slug)
  const { actor, scopes } = call.caller
  const isOwn = (row: EntryRow) => !scopes && row.actorId === actor?.id && row.actorCollection === actor?.collection
  const knows = (row: EntryRow) => known.has(row.actorCollection) || isOwn(row)
  return Object.assign(knows, { all: known.size === users.length })
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

function compare(test: Extract<Condition, { kind: 'compare' }>['test']): Condition {
  return { kind: 'compare', path: { steps: [{ kind: 'column', name: 'entity' }], storedAs: 'text' }, test }
}
