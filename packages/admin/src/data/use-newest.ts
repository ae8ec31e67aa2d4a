import { useQueries } from '@tanstack/react-query'
import type { Doc, Where } from './document.ts'
import { newestOf } from './entities.ts'
import type { EntitySchema } from './schema.ts'
import { useRightsOf } from './use-rights.ts'
import { listQuery, may } from './use-documents.ts'

/** A document, and what it is one of. */
export interface Entry {
  readonly entity: EntitySchema
  readonly doc: Doc
}

/** The newest of several collections, together. What the actor may not list is left out. Undefined until all is known. */
export function useNewest(entities: readonly EntitySchema[], limit: number, where?: Where): Entry[] | undefined {
  const access = useRightsOf(entities.map(({ slug }) => slug))
  const readable = entities.filter(({ slug }) => may(access[slug], 'read'))
  const isKnown = entities.every(({ slug }) => access[slug] !== undefined)
  return useQueries({
    queries: readable.map((entity) => ({
      ...listQuery(entity.slug, { sort: ['-updatedAt'], limit, ...newestOf(entity), ...(where && { where }) }),
      retry: false,
    })),
    combine: (answers) => {
      if (!isKnown || answers.some(({ isPending }) => isPending)) return undefined
      const all = answers.flatMap(({ data }, index) => {
        const entity = readable[index]
        return entity ? (data?.docs ?? []).map((doc) => ({ entity, doc })) : []
      })
      return all.toSorted((a, b) => b.doc.updatedAt.localeCompare(a.doc.updatedAt)).slice(0, limit)
    },
  })
}
