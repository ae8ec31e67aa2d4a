import { addresses, type DocumentActivitySearch } from '../../data/addresses.ts'
import type { AddressedEntry } from '../../data/use-addressed-entry.ts'

export function addressOf({ kind, entity, id }: AddressedEntry, search: DocumentActivitySearch = {}) {
  return kind === 'global'
    ? addresses.globalActivity(entity.slug, search)
    : addresses.documentActivity(entity.slug, id, search)
}
