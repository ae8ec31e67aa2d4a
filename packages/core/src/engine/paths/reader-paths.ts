import type { Condition } from '../../contracts/condition.ts'
import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode, JoinOptions } from '../../contracts/field.ts'
import { LONGEST_PATH } from '../../query/path-limits.ts'
import type { OtherCollection, OtherCollections, PathScope } from '../../query/resolve-path.ts'
import type { Call } from '../call.ts'
import { type DeniedPaths, deniedInQueries } from '../field-access.ts'
import { eachOf, placesOf, sourceOf } from '../source.ts'
import { trustedPaths } from './trusted-paths.ts'

/**
 * With the caller's eyes: the paths that it may use in `where` and `sort`, into other collections too. Rules may be asynchronous and paths are
 * resolved at once, so the collections that these paths can reach are asked first, and no others.
 */
export async function readerPaths(call: Call, paths: readonly string[]): Promise<PathScope> {
  return readerPathsIn(call, call.entity, paths)
}

/** The same for another entity than the call's. */
export async function readerPathsIn(call: Call, from: Entity<Call>, paths: readonly string[]): Promise<PathScope> {
  const { manifest } = call.runtime
  const others = new Map<string, OtherCollection>()
  for (const slug of reachedCollections(call, from, paths)) {
    const entity = manifest.collections[slug]
    if (!entity) continue
    const source = await sourceOf(call, entity, 'related')
    // A collection that the caller may not read at all does not exist for its queries.
    if (source.where.kind === 'never') continue
    // The application wrote a join's own `where`, so that may use every path.
    const trusted = await trustedPaths(entity, call)
    const joined = (join: JoinOptions, visible: Condition) => trusted.joined(join, visible)
    const places = eachOf(placesOf(source)).map(({ table, where }) => ({ table, visible: where }))
    const scope = scopeOf(call, entity, await deniedInQueries(call, entity), others)
    others.set(slug, { ...scope, places, joined })
  }
  return scopeOf(call, from, await deniedInQueries(call, from), others)
}

function scopeOf(
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

/** The collections that these paths lead into, whoever may read them. */
function reachedCollections({ runtime, locale }: Call, from: Entity<Call>, paths: readonly string[]): Set<string> {
  const { collections, localization } = runtime.manifest
  const seen = new Set<string>()
  const reached = new Set<string>()
  const enter = (slug: string, segments: readonly string[]): void => {
    // Several relationships of a path may lead to the same place, and from there go on alike.
    const place = [slug, ...segments].join('.')
    if (seen.has(place)) return
    seen.add(place)
    reached.add(slug)
    visit(collections[slug]?.fields ?? [], segments)
  }
  const visit = (fields: readonly FieldNode[], [name, ...rest]: readonly string[]): void => {
    const node = fields.find((field) => field.name === name)
    if (!node) return
    const namesLocale = node.localized && locale?.all && localization?.locales.includes(rest[0] ?? '')
    const below = namesLocale ? rest.slice(1) : rest
    if (node.join) enter(node.join.collection, below)
    if (below.length === 0) return
    for (const slug of node.targets) enter(slug, below)
    if (node.structure !== 'blocks') return visit(node.fields, below)
    const [block = '', ...inside] = below
    if (Object.hasOwn(node.blocks, block)) visit(node.blocks[block] ?? [], inside)
  }
  for (const path of paths) if (path.length <= LONGEST_PATH) visit(from.fields, path.split('.'))
  return reached
}

export function pathsOfSort(sort: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort]
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^-/, ''))
}
