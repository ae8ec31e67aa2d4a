import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import { LONGEST_PATH } from '../../query/path-limits.ts'
import { answerBasis } from '../noted-basis.ts'
import type { Call } from '../call.ts'

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
