import type { FieldSchema } from '../data/schema.ts'
import type { FieldType } from './contract.ts'
import { other } from './other.tsx'

const types = new Map<string, FieldType>()

/** Adds a type, or replaces the one of that name. */
export function addFieldType(type: FieldType): void {
  types.set(type.name, type)
}

/** The type of a field's values, whatever component presents them. */
export function typeOfValue({ type }: Pick<FieldSchema, 'type'>): FieldType {
  return types.get(type) ?? other
}

/**
 * The presentation of a field: the component in `admin.component`, or its type. Fields that contain fields use this,
 * because `registry.ts` imports them.
 */
export function knownType(field: Pick<FieldSchema, 'type' | 'admin'>): FieldType {
  const named = field.admin?.component
  return (named === undefined ? undefined : types.get(named)) ?? types.get(field.type) ?? other
}
