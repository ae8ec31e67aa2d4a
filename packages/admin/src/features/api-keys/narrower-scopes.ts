import { type Chosen, type Grantable, groupsOf, GROUPS, type KeyScopes, grantKey, scopesOf } from './key-scopes.ts'

const EVERY = '*'

type ActionsByName = Readonly<Record<string, readonly string[]>>

/** Rows that can be narrowed: actions that both the actor and the key have. */
export function heldBy(scopes: KeyScopes | null, all: readonly Grantable[]): readonly Grantable[] {
  if (scopes === null) return all
  return all
    .map((one) => ({ ...one, actions: one.actions.filter((action) => includes(actionsFor(scopes, one), action)) }))
    .filter((one) => groupsOf(one).length > 0)
}

/** The ticks for all held actions. */
export function allTicked(held: readonly Grantable[]): Chosen {
  return Object.fromEntries(held.map((one) => [grantKey(one), groupsOf(one)]))
}

/**
 * The scopes without the unticked ones; undefined if nothing changed. Untouched rows stay as
 * they are stored, also hidden ones: plugins, and actions that the actor may not do.
 */
export function narrowedScopes(
  scopes: KeyScopes | null,
  held: readonly Grantable[],
  chosen: Chosen,
): KeyScopes | undefined {
  const touched = held.filter((one) => groupsOf(one).some((group) => !isTicked(chosen, one, group)))
  if (touched.length === 0) return undefined
  if (scopes === null) return scopesOf('chosen', held, chosen) ?? undefined
  const part = (kind: Grantable['kind']): ActionsByName => ({
    ...scopes[kind],
    ...Object.fromEntries(
      touched.filter((one) => one.kind === kind).map((one) => [one.entity.slug, left(scopes, one, chosen)]),
    ),
  })
  const sees = (one: Grantable) => groupsOf(one).includes('drafts')
  const lostDrafts = held.some(sees) && !held.some((one) => sees(one) && isTicked(chosen, one, 'drafts'))
  return {
    ...scopes,
    collections: part('collections'),
    globals: part('globals'),
    ...(lostDrafts && { drafts: false }),
  }
}

function isTicked(chosen: Chosen, one: Grantable, group: keyof typeof GROUPS): boolean {
  return (chosen[grantKey(one)] ?? []).includes(group)
}

/** Actions without a column are kept as long as one with a column is kept. */
function left(scopes: KeyScopes, one: Grantable, chosen: Chosen): readonly string[] {
  const groups = groupsOf(one)
  const gone = new Set<string>(
    groups.filter((group) => !isTicked(chosen, one, group)).flatMap((group) => GROUPS[group]),
  )
  if (groups.every((group) => !isTicked(chosen, one, group))) return []
  const named = actionsFor(scopes, one)
  return (named.includes(EVERY) ? one.actions : named).filter((action) => !gone.has(action))
}

function actionsFor(scopes: KeyScopes, { kind, entity: { slug } }: Grantable): readonly string[] {
  const part = scopes[kind] ?? {}
  return part[slug] ?? part[EVERY] ?? []
}

function includes(actions: readonly string[], action: string): boolean {
  return actions.includes(EVERY) || actions.includes(action)
}
