import { collection } from './client.ts'
import type { FieldSchema, Schema } from './schema.ts'
import { keys } from './use-documents.ts'

/** Documents that reference a document, as far as the actor may read them: up to `limit`, and the total. */
export function usesQuery(slug: string, id: string, limit: number) {
  return {
    queryKey: [...keys.collection(slug), id, 'references', limit],
    queryFn: () => collection(slug).references(id, { limit }),
    retry: false,
  } as const
}

/** Page size limit of the service. */
const LOOKED_AT = 100

/** References to a document before its deletion, always read anew: a stale cache could hide one. */
export function usesBeforeRemoval(slug: string, id: string) {
  return { ...usesQuery(slug, id, LOOKED_AT), staleTime: 0 } as const
}

/** A reference to a document: the referencing document or global, and the path of the field. */
export type Use = Awaited<ReturnType<ReturnType<typeof usesQuery>['queryFn']>>['docs'][number]

/** The fields along a path without indexes, through groups, rows and blocks. */
function fieldsOnWay(fields: readonly FieldSchema[], path: string): readonly FieldSchema[] {
  const [head, ...rest] = path.split('.')
  const field = fields.find(({ name }) => name === head)
  if (!field || rest.length === 0) return field ? [field] : []
  const [block = '', ...inside] = rest
  const further = field.blocks
    ? fieldsOnWay(field.blocks[block]?.fields ?? [], inside.join('.'))
    : fieldsOnWay(field.fields ?? [], rest.join('.'))
  return [field, ...further]
}

/** The fields along the path of a reference. */
export function wayTo(
  { collections, globals }: Schema,
  { kind, slug, field }: Pick<Use, 'kind' | 'slug' | 'field'>,
): readonly FieldSchema[] {
  const entity = (kind === 'global' ? globals : collections)[slug]
  return fieldsOnWay(entity?.fields ?? [], field)
}

/** What happens to references when the target is deleted. */
export function fateOf(way: readonly FieldSchema[]) {
  return way.at(-1)?.onDelete ?? 'keep'
}
