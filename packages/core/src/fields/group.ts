import type { FieldOptions } from '../contracts/field-options.ts'
import type { FieldDefinitions } from '../contracts/field.ts'
import { defineFieldType } from './define-field-type.ts'
import { anObject, unindexedOptions } from './option-kinds.ts'

export interface GroupOptions extends Omit<FieldOptions, 'unique' | 'index' | 'default'> {
  readonly fields: FieldDefinitions
}

const { default: _default, ...options } = unindexedOptions

/**
 * An object of fields. It is never absent (docs/contract/documents.md#values); defaults and uniqueness belong to the
 * fields inside.
 */
export const group = defineFieldType<GroupOptions>()({
  name: 'group',
  structure: 'group',
  options: { ...options, fields: anObject },
  problems: ({ fields }) => (fields === undefined ? ['`fields` is missing'] : []),
  children: ({ fields }) => fields,
})
