import { type Runtime, writtenTag } from 'quirecms/plugin'
import type { PurgeRow } from './purge-table.ts'

/** More documents than these that point to a changed one: their answers are left to their age. */
const MOST_POINTING = 10_000

/**
 * The tags of answers that rest on what has changed: those of the document and its collection, and of every document that points to it, which
 * may show it or not from now on. Answers that show it by way of others carry its own tag.
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
  return [...tags].map((tag) => writtenTag(tag, secret))
}
