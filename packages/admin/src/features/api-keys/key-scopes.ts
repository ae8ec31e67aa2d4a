import { hasDrafts, isAuth } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'

/** The rights of a key, as a subset of its user's. */
export interface KeyScopes {
  readonly collections?: Readonly<Record<string, readonly string[]>>
  readonly globals?: Readonly<Record<string, readonly string[]>>
  readonly plugins?: Readonly<Record<string, readonly string[]>>
  readonly drafts?: boolean
}

/** The actions that the actor may do with a collection or a global, named as in capabilities. */
export interface Grantable {
  readonly entity: EntitySchema
  readonly kind: 'collections' | 'globals'
  readonly actions: readonly string[]
}

/** Actions grouped into the columns of the matrix. */
export const GROUPS = {
  read: ['read'],
  drafts: ['readDrafts', 'readVersions', 'preview'],
  create: ['create', 'duplicate'],
  update: ['update', 'copyLocale', 'lock', 'restore', 'comment'],
  publish: ['publish', 'unpublish', 'schedule'],
  delete: ['delete', 'restoreDeleted', 'deletePermanent'],
  manage: ['unlock', 'manageKeys'],
} as const satisfies Record<string, readonly string[]>

export type Group = keyof typeof GROUPS

export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[]

/** Presets of scopes. `chosen` takes the ticks of the matrix. */
export const PRESETS = ['published', 'drafts', 'write', 'everything', 'chosen'] as const

export type Preset = (typeof PRESETS)[number]

/** Groups by kind and slug. */
export type Chosen = Readonly<Record<string, readonly Group[]>>

export const grantKey = ({ kind, entity }: Pick<Grantable, 'kind' | 'entity'>) => `${kind}.${entity.slug}`

export function groupsOf({ actions }: Grantable): readonly Group[] {
  return GROUP_NAMES.filter((group) => GROUPS[group].some((action) => actions.includes(action)))
}

/** The ticks that a preset sets in the matrix. Auth collections are not content: only the last preset includes them. */
export function chosenBy(preset: Exclude<Preset, 'chosen'>, all: readonly Grantable[]): Chosen {
  return Object.fromEntries(all.map((one) => [grantKey(one), groupsOf(one).filter((group) => has(preset, one, group))]))
}

function has(preset: Exclude<Preset, 'chosen'>, { entity }: Grantable, group: Group): boolean {
  if (preset === 'everything') return true
  if (isAuth(entity)) return false
  if (group === 'read') return true
  if (preset === 'published') return false
  if (group === 'drafts') return true
  // Without drafts, a write would be live at once.
  return preset === 'write' && hasDrafts(entity) && (group === 'create' || group === 'update')
}

/** More than this many actions can't be named. */
const MOST_ACTIONS = 200

/** The scopes of a key; null for all rights of its user. */
export function scopesOf(preset: Preset, all: readonly Grantable[], chosen: Chosen): KeyScopes | null {
  if (preset === 'everything') return null
  const groups = preset === 'chosen' ? chosen : chosenBy(preset, all)
  const part = (kind: Grantable['kind']) =>
    shortened(
      all
        .filter((one) => one.kind === kind)
        .map((one) => [one.entity.slug, actionsIn(one, groups[grantKey(one)] ?? [])] as const),
    )
  const seesDrafts = Object.values(groups).some((some) => some.includes('drafts'))
  return { collections: part('collections'), globals: part('globals'), ...(!seesDrafts && { drafts: false }) }
}

function actionsIn({ actions }: Grantable, groups: readonly Group[]): readonly string[] {
  const named = new Set<string>(groups.flatMap((group) => GROUPS[group]))
  return actions.filter((action) => named.has(action))
}

type ActionsBySlug = readonly (readonly [slug: string, actions: readonly string[]])[]

function shortened(named: ActionsBySlug): Readonly<Record<string, readonly string[]>> {
  const total = named.flatMap(([, actions]) => actions).length
  if (total <= MOST_ACTIONS / 2) return Object.fromEntries(named.filter(([, actions]) => actions.length > 0))
  const alike = Object.values(Object.groupBy(named, ([, actions]) => actions.join(' '))).map((some) => some ?? [])
  const [most = []] = alike.toSorted((a, b) => b.flatMap(([, one]) => one).length - a.flatMap(([, one]) => one).length)
  const others = named.filter((one) => !most.includes(one))
  return Object.fromEntries([['*', most[0]?.[1] ?? []], ...others])
}

/** Short description of the widest right of a key. */
export function breadthOf(scopes: KeyScopes | null): 'everything' | 'published' | 'read' | 'write' | 'publish' {
  if (scopes === null) return 'everything'
  const actions = new Set([scopes.collections, scopes.globals].flatMap((part) => Object.values(part ?? {})).flat())
  if (actions.has('*') || GROUPS.publish.some((one) => actions.has(one))) return 'publish'
  const reads = new Set<string>([...GROUPS.read, ...GROUPS.drafts])
  if ([...actions].some((action) => !reads.has(action))) return 'write'
  return scopes.drafts === false ? 'published' : 'read'
}

/** Groups of a row after a tick: every group except creating requires reading. */
export function ticked(groups: readonly Group[], group: Group, isTicked: boolean): readonly Group[] {
  if (isTicked) {
    const needed: readonly Group[] = group === 'create' || group === 'read' ? [group] : ['read', group]
    return [...new Set([...groups, ...needed])]
  }
  const left = groups.filter((one) => one !== group)
  return group === 'read' ? left.filter((one) => one === 'create') : left
}

export function isEmptyChoice(chosen: Chosen): boolean {
  return Object.values(chosen).every((groups) => groups.length === 0)
}

/** Splits a line of addresses and ranges. */
export function addressesIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((address) => address !== '')
}
