import type { OperationDescription } from '../../contracts/operation.ts'

/**
 * Query of a list whose documents will be changed: the newest copies that the caller may read, so that hidden content
 * decides nothing. Empty for entities with one copy.
 */
export function newestCopies(list: OperationDescription | undefined): { readonly draft?: 'newest' } {
  return list?.parameters.includes('draft') ? { draft: 'newest' } : {}
}
