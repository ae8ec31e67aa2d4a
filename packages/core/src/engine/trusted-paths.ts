import type { Entity } from '../contracts/entity.ts'
import { openPaths } from '../query/open-paths.ts'
import type { OtherCollection } from '../query/path-scope.ts'
import { namedPaths, type ParsedWhere } from '../query/where/parse-where.ts'
import type { Call } from './call.ts'
import type { FieldNode } from '../contracts/field.ts'
import { LONGEST_PATH } from '../query/path-limits.ts'
import { answerBasis } from './waiting-client.ts'

/**
 * Paths of an entity as the application itself may use them, in the locale of the call. They lead into the copy that
 * the caller reads: a rule must not reveal another copy. Most rules stay in their document (`where`) and need no
 * lookup.
 */
export async function trustedPaths(entity: Entity<Call>, call: Call, where?: ParsedWhere): Promise<OtherCollection> {
  const { localization, collections } = call.runtime.manifest
  // Rules decide on one value; with `locale=all`, on that of the default locale.
  const locale = localization && (call.locale ?? { all: true, locales: localization.locales })
  const copies = new Map<string, string>()
  if (where === undefined || mayLeave(entity, where)) {
    for (const other of Object.values(collections))
      if (other.copies) copies.set(other.slug, await other.copies.forPaths({ ...call, entity: other }))
  }
  return openPaths(entity, { collections, localization, locale, copies })
}

/** Whether a query may read other documents, by a path or a join. */
function mayLeave(entity: Entity<Call>, where: ParsedWhere): boolean {
  return namedPaths(where).some((path) => !isOwnValue(entity, path))
}

function isOwnValue({ fields, systemFields }: Entity<Call>, name: string): boolean {
  if (systemFields.some((field) => field.name === name)) return true
  return fields.find((field) => field.name === name)?.structure === 'value'
}

/** Notes that a response depends on all collections that these paths lead into. */
export function notePaths(call: Call, from: Entity<Call>, paths: readonly string[]): void {
  const { tags, grounds } = answerBasis() ?? {}
  if (!tags && !grounds) return
  for (const slug of reachedCollections(call, from, paths)) {
    tags?.addCollection(slug)
    grounds?.lookAt(slug)
  }
}

/** Collections that these paths lead into, regardless of read access. */
export function reachedCollections(
  { runtime, locale }: Call,
  from: Entity<Call>,
  paths: readonly string[],
): Set<string> {
  const { collections, localization } = runtime.manifest
  const seen = new Set<string>()
  const reached = new Set<string>()
  const enter = (slug: string, segments: readonly string[]): void => {
    // Several paths may lead to the same place, and continue alike.
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
