import { useQuery } from '@tanstack/react-query'
import { find } from '../../data/client.ts'
import { titleFieldOf } from '../../data/entities.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { keys } from '../../data/use-documents.ts'
import type { ListState } from './list-state.ts'

/** In which languages each listed document has a title. Asked for only where the column is shown. */
export function useLanguagesOf(
  entity: EntitySchema,
  { columns, options }: ListState,
): Readonly<Record<string, readonly string[]>> {
  const field = [titleFieldOf(entity), ...entity.fields].find((one) => one?.localized && one.structure === 'value')
  const { populate: _, ...rest } = options
  const asked = { ...rest, locale: 'all', select: field ? { [field.name]: true } : {} }
  const { data } = useQuery({
    queryKey: [...keys.collection(entity.slug), 'languages', asked],
    queryFn: () => find(entity.slug, asked),
    enabled: field !== undefined && columns.some(({ kind }) => kind === 'languages'),
  })
  if (!data || !field) return {}
  return Object.fromEntries(data.docs.map((doc) => [doc.id, filledIn(doc[field.name])]))
}

function filledIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([locale, text]) => (text === null || text === '' ? [] : [locale]))
}
