import type { Condition } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { JoinOptions } from '../../contracts/join.ts'
import type { OtherCollection, OtherCollections, PathScope } from '../../query/path-scope.ts'
import type { Call } from '../call.ts'
import { type DeniedPaths, deniedInQueries } from '../field-access.ts'
import { eachTable, tablesOf, sourceOf } from '../source.ts'
import { notePaths, reachedCollections, trustedPaths } from './trusted-paths.ts'

/**
 * The paths that the caller may use in `where` and `sort`, also into other collections. Resolving is synchronous and
 * rules are not, so the reached collections' rules are asked first.
 */
export async function readerPaths(call: Call, paths: readonly string[]): Promise<PathScope> {
  return readerPathsIn(call, call.entity, paths)
}

/** The same for another entity than the call's. */
export async function readerPathsIn(call: Call, from: Entity<Call>, paths: readonly string[]): Promise<PathScope> {
  const { manifest } = call.runtime
  const others = new Map<string, OtherCollection>()
  notePaths(call, from, paths)
  for (const slug of reachedCollections(call, from, paths)) {
    const entity = manifest.collections[slug]
    if (!entity) continue
    const source = await sourceOf(call, entity, 'related')
    // A collection that the caller may not read does not exist for its queries.
    if (source.where.kind === 'never') continue
    // A join's `where` comes from the configuration and may use every path.
    const trusted = await trustedPaths(entity, call)
    const joined = (join: JoinOptions, visible: Condition) => trusted.joined(join, visible)
    const places = eachTable(tablesOf(source)).map(({ table, where }) => ({ table, visible: where }))
    const scope = readerScope(call, entity, await deniedInQueries(call, entity), others)
    others.set(slug, { ...scope, places, joined })
  }
  return readerScope(call, from, await deniedInQueries(call, from), others)
}

function readerScope(
  { caller, locale, runtime }: Call,
  entity: Entity<Call>,
  denied: DeniedPaths,
  others: OtherCollections,
): PathScope {
  return {
    slug: entity.slug,
    fields: entity.fields,
    systemFields: entity.systemFields,
    localization: runtime.manifest.localization,
    locale,
    mayRead: (node) => caller.system || !(node.hidden || denied?.has(node.path)),
    others,
  }
}

export function pathsOfSort(sort: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort]
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^-/, ''))
}
