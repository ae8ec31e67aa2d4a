import type { FieldDefinition } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'

export function isFieldDefinition(value: unknown): value is FieldDefinition {
  return (
    isObject(value) &&
    isObject(value['options']) &&
    isObject(value['type']) &&
    typeof value['type']['schema'] === 'function'
  )
}
