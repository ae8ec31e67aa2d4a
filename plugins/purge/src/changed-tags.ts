import { type Runtime, encodeTag } from 'quirecms/plugin'
import type { PurgeRow } from './purge-table.ts'

/** Most referencing documents whose tags are purged; responses of the others expire by age. */
const MOST_POINTING = 10_000

/**
 * Returns the tags of all responses that a change affects: those of the document, of its collection, and of every
 * document that references it, since these may show it or hide it now. Responses that embed it indirectly carry its own
 * tag.
 */
export async function changedTags(
  { storage: { reader }, manifest: { globals } }: Pick<Runtime, 'storage' | 'manifest'>,
  changes: readonly PurgeRow[],
  secret: string | undefined,
): Promise<string[]> {
  const tags = new Set<string>()
  for (const { entity, documentId } of new Map(
    changes.map((row) => [`${row.entity} ${row.documentId}`, row]),
  ).values()) {
    const slug = entity.slice(entity.indexOf(':') + 1)
    if (entity.startsWith('global:')) {
      tags.add(`g:${slug}`)
      continue
    }
    tags.add(`c:${slug}`).add(`d:${documentId}`)
    for (const { sourceId } of await reader.referencesTo(slug, documentId, MOST_POINTING))
      tags.add(Object.hasOwn(globals, sourceId) ? `g:${sourceId}` : `d:${sourceId}`)
  }
  return [...tags].map((tag) => encodeTag(tag, secret))
}
