import type { Entity } from '../contracts/entity.ts'
import type { Operation } from '../contracts/operation.ts'

/** The URL path of an operation: `/api/collections/posts/{id}`. */
export function pathOf(
  { kind, slug }: Pick<Entity, 'kind' | 'slug'>,
  { endpoint }: Pick<Operation<never>, 'endpoint'>,
): string {
  const { base, path } = endpoint
  if (base === 'auth' || base === 'uploads') return `/api/${base}/${slug}${path}`
  if (kind === 'service') return `/api${base === undefined ? '' : `/${base}`}${path}`
  const place = `${kind === 'collection' ? 'collections' : 'globals'}/${slug}`
  return `/api/${base === undefined ? place : `${base}/${place}`}${path}`
}
