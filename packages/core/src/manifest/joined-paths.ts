import type { CollectionConfig } from '../config/collection.ts'
import type { FieldDefinitions } from '../contracts/field.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The relationships of each collection that joins of other collections read backwards. They always get an index: joins
 * are part of every response, which would otherwise sort all documents that point here (ADR 17).
 */
export function joinedPaths(
  collections: Readonly<Record<string, Pick<CollectionConfig, 'fields'>>>,
): (slug: string) => ReadonlySet<string> {
  const joined = new Map<string, Set<string>>()
  const visit = (fields: FieldDefinitions): void => {
    for (const { type, options } of Object.values(fields)) {
      const { collection, on } = type.join(options) ?? {}
      if (collection !== undefined && on !== undefined)
        joined.set(collection, (joined.get(collection) ?? new Set()).add(on))
      if (type.structure === 'group') visit(type.children(options) ?? {})
    }
  }
  for (const { fields } of Object.values(collections)) visit(fields)
  return (slug) => joined.get(slug) ?? NONE
}
