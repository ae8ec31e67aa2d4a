import type { ListOptions } from '../../data/client.ts'
import type { Where } from '../../data/document.ts'

/** Selected documents: by ids, or everything in the list except some, with the number. */
export type Choice =
  | { readonly ids: readonly string[]; readonly except?: never }
  | { readonly except: readonly string[]; readonly count: number; readonly ids?: never }

export function countOf(choice: Choice): number {
  return choice.ids ? choice.ids.length : choice.count
}

/** The query of a selection without ids. */
export interface ListQuery {
  readonly where: Where
  readonly search?: string
  readonly locale?: string
}

/** Everything in the list with this scope, except some ids. */
export function allBut({ where, search, locale }: ListOptions, except: readonly string[]): ListQuery {
  const conditions = [...(where ? [where] : []), ...(except.length > 0 ? [{ id: { not_in: except } }] : [])]
  return {
    where: conditions.length > 0 ? { and: conditions } : {},
    ...(search !== undefined && { search }),
    ...(locale !== undefined && { locale }),
  }
}
