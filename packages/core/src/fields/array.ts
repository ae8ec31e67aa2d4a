import type { FieldDefinitions } from '../contracts/field.ts'
import { LIST_OPERATORS, ROW_OPERATORS } from '../contracts/operators.ts'
import type { JsonObject } from '../contracts/json.ts'
import { defineFieldType, type UnindexedOptionsFor } from './define-field-type.ts'
import { anObject } from './option-kinds.ts'
import { type RowBounds, rowBoundsProblems, rowOptions } from './row-bounds.ts'

export interface ArrayOptions extends UnindexedOptionsFor<readonly JsonObject[]>, RowBounds {
  readonly fields: FieldDefinitions
}

/** Rows with the same fields, each with a stable `id` (docs/contract/documents.md#rows). At most 1,000 by default. */
export const array = defineFieldType<ArrayOptions>()({
  name: 'array',
  structure: 'rows',
  options: { ...rowOptions, fields: anObject },
  operators: [...LIST_OPERATORS, ...ROW_OPERATORS],
  manifest: ({ minRows, maxRows }) => ({ minRows, maxRows }),
  problems: (options) => (options.fields === undefined ? ['`fields` is missing'] : rowBoundsProblems(options)),
  children: ({ fields }) => fields,
})
