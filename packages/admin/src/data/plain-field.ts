import type { FieldSchema } from './schema.ts'

/** Fills in the schema's defaults. */
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
