import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode, JoinOptions } from '../../contracts/field.ts'
import { isPlainObject } from '../../query/invalid-query.ts'
import { allOf } from '../../query/parse-where.ts'
import type { OtherCollection, OtherCollections, PathScope } from '../../query/resolve-path.ts'
import { ask, trustedPaths } from '../access.ts'
import type { Call } from '../call.ts'
import { type DeniedPaths, deniedInQueries } from '../field-access.ts'

const MOST_DEPTH = 12

/**
 * The paths that the caller may use in `where` and `sort`, into other collections too. Rules may be asynchronous and paths are
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
    const access = entity ? await ask(call, 'read', {}, entity) : undefined
    // A collection that the caller may not read at all does not exist for its queries.
    if (!entity || !access || access.kind === 'never') continue
    const visible = allOf([access, ...entity.scopes.map((scope) => scope({}))])
    // The application wrote a join's own `where`, so that may use every path.
    const joined = (join: JoinOptions) => allOf([visible, trustedPaths(entity, call).joined(join)])
    const scope = scopeOf(call, entity, await deniedInQueries(call, entity), others)
    others.set(slug, { ...scope, table: entity.table.name, visible, joined })
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
function reachedCollections({ runtime }: Call, entity: Entity<Call>, paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (fields: readonly FieldNode[], segments: readonly string[], depth: number): void => {
    const [name, ...rest] = segments
    if (name === undefined || depth > MOST_DEPTH) return
    // Locale codes and names of blocks are steps of a path that are no fields; they are looked past.
    const node = fields.find((field) => field.name === name)
    if (!node) return visit(fields, rest, depth + 1)
    for (const slug of [...node.targets, ...(node.join ? [node.join.collection] : [])]) {
      if (rest.length === 0 && !node.join) continue
      reached.add(slug)
      visit(runtime.manifest.collections[slug]?.fields ?? [], rest, depth + 1)
    }
    visit([...node.fields, ...Object.values(node.blocks).flat()], rest, depth + 1)
  }
  for (const path of paths) if (path.includes('.') || hasJoin(entity, path)) visit(entity.fields, path.split('.'), 0)
  return reached
}

function hasJoin({ fields }: Entity<Call>, name: string): boolean {
  return fields.some((node) => node.name === name && node.join !== null)
}

/** Every key that could be a path; what is malformed is for the parser to say. */
export function pathsOfWhere(where: unknown, depth = 0): string[] {
  if (depth > MOST_DEPTH || !isPlainObject(where)) return []
  return Object.entries(where).flatMap(([key, value]) => {
    if (key === 'and' || key === 'or')
      return Array.isArray(value) ? value.flatMap((part) => pathsOfWhere(part, depth + 1)) : []
    return key === 'not' ? pathsOfWhere(value, depth + 1) : [key]
  })
}

export function pathsOfSort(sort: unknown): string[] {
  const names: readonly unknown[] = Array.isArray(sort) ? sort : [sort]
  return names.filter((name) => typeof name === 'string').map((name) => name.replace(/^-/, ''))
}
