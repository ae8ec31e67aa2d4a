import { useQuery } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { can, namesIn } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'

/** A value of a field, with the number of files. */
interface Counted {
  readonly value: string
  readonly count: number
}

/** The values of `folder` or `tags` in a collection, if it has the field. Undefined while loading. */
export function useValues(entity: EntitySchema, field: 'folder' | 'tags'): readonly Counted[] | undefined {
  const isThere = hasOrder(entity, field)
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'values', field],
    queryFn: async () => (await collection(entity.slug).distinct({ field })).values,
    enabled: isThere && can(entity, 'distinct'),
    retry: false,
    staleTime: 30_000,
  })
  return data?.flatMap(({ value, count }) => (typeof value === 'string' && value !== '' ? [{ value, count }] : []))
}

export function hasOrder(entity: EntitySchema, field: 'folder' | 'tags'): boolean {
  return namesIn(entity, [field]).length > 0
}
