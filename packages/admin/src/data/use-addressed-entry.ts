import { useParams } from '@tanstack/react-router'
import type { EntitySchema } from './schema.ts'
import { useSchema } from './use-session.ts'

/** A stored document, or a global, whose `id` is its slug. */
export interface AddressedEntry {
  readonly kind: 'collection' | 'global'
  readonly entity: EntitySchema
  readonly id: string
}

/** The document or global of the current address; null if the schema does not have it. */
export function useAddressedEntry(): AddressedEntry | null {
  const { collection = '', id = '', global } = useParams({ strict: false })
  const schema = useSchema()
  const isGlobal = global !== undefined
  const entity = isGlobal ? schema.globals[global] : schema.collections[collection]
  if (!entity) return null
  return { kind: isGlobal ? 'global' : 'collection', entity, id: isGlobal ? entity.slug : id }
}
