import type { OperationDescription } from '../../contracts/operation.ts'

/**
 * How a list is asked for what is to be changed: by what the caller may read of working copies, which are what writes change, and by live
 * copies elsewhere, so that nothing hidden decides what is found. Nothing is asked of a list that has one copy of each document.
 */
export function newestCopies(list: OperationDescription | undefined): { readonly draft?: 'newest' } {
  return list?.parameters.includes('draft') ? { draft: 'newest' } : {}
}
