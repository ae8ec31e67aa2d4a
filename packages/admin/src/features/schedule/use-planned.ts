import { useQueries } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import { useTargets } from '../../data/use-targets.ts'

/** Something that is yet to be published or unpublished by itself. */
export interface Planned {
  readonly key: string
  readonly entity: EntitySchema
  readonly id: string
  readonly action: 'publish' | 'unpublish'
  readonly runAt: string
  readonly doc?: Readonly<Record<string, unknown>>
}

const COMING = 100

/** What is yet to be published and unpublished by itself in these collections, soonest first. `named` of them get their documents. */
export function usePlanned(entities: readonly EntitySchema[], named: number): Planned[] {
  const coming = useQueries({
    queries: entities.map(({ slug }) => ({
      queryKey: [...keys.collection(slug), 'planned'],
      queryFn: () => collection(slug).planned({ limit: COMING }),
      retry: false,
      staleTime: 60_000,
    })),
    combine: (answers) =>
      answers
        .flatMap(({ data }, index) => {
          const entity = entities[index]
          return entity
            ? (data?.docs ?? []).map(({ id, documentId, action, runAt }) => ({
                entity,
                key: id,
                id: documentId,
                action,
                runAt,
              }))
            : []
        })
        .toSorted((a, b) => a.runAt.localeCompare(b.runAt)),
  })
  const targets = useTargets(coming.slice(0, named).map((one) => ({ ...one, collection: one.entity.slug })))
  return [...targets, ...coming.slice(named)]
}
