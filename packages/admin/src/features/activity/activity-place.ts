import { addresses, type DocumentActivitySearch } from '../../data/addresses.ts'
import type { Place } from '../../data/document-api.ts'

/** Whose activity it is. Of a global, `id` is its slug. */
export interface ActivityPlace extends Pick<Place, 'kind' | 'entity'> {
  readonly id: string
}

export function addressOf({ kind, entity, id }: ActivityPlace, search: DocumentActivitySearch = {}) {
  return kind === 'global'
    ? addresses.globalActivity(entity.slug, search)
    : addresses.documentActivity(entity.slug, id, search)
}
