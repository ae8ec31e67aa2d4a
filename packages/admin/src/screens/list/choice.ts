import type { ListOptions } from '../../data/client.ts'
import type { Where } from '../../data/document.ts'

/** Which documents something is done to: these, or everything that the list finds but some, and how many that are. */
export type Choice =
  | { readonly ids: readonly string[]; readonly except?: never }
  | { readonly except: readonly string[]; readonly count: number; readonly ids?: never }

export function countOf(choice: Choice): number {
  return choice.ids ? choice.ids.length : choice.count
}

/** How the service finds what is chosen without a name. */
export interface Found {
  readonly where: Where
  readonly search?: string
  readonly locale?: string
}

/** Everything that a list with this scope finds, but these. */
export function allBut({ where, search, locale }: ListOptions, except: readonly string[]): Found {
  const conditions = [...(where ? [where] : []), ...(except.length > 0 ? [{ id: { not_in: except } }] : [])]
  return {
    where: conditions.length > 0 ? { and: conditions } : {},
    ...(search !== undefined && { search }),
    ...(locale !== undefined && { locale }),
  }
}
