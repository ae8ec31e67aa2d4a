import type { FieldSchema } from './schema.ts'

/** A field with nothing particular about it but what is given, for tests. */
export function plainField(given: Partial<FieldSchema> & Pick<FieldSchema, 'name'>): FieldSchema {
  return {
    path: given.name,
    type: 'text',
    structure: 'value',
    label: null,
    description: null,
    required: false,
    unique: false,
    index: false,
    localized: false,
    many: false,
    readOnly: false,
    sortable: false,
    operators: [],
    ...given,
  }
}
