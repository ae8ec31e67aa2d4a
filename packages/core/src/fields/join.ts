import type { FieldOptions } from '../contracts/field-options.ts'
import type { JoinOptions } from '../contracts/field.ts'
import { LIST_OPERATORS, ROW_OPERATORS } from '../contracts/operators.ts'
import { defineFieldType } from './define-field-type.ts'
import { aBoolean, aFunction, aText, anObject, anObjectOf, commonOptions, type OptionKind } from './option-kinds.ts'

export interface JoinFieldOptions
  extends JoinOptions,
    Pick<FieldOptions, 'hidden' | 'label' | 'description' | 'admin'> {
  readonly access?: { readonly read?: NonNullable<FieldOptions['access']>['read'] }
}

const MOST_LISTED = 100
const LISTED = 10

const aLimit: OptionKind = (value) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_LISTED
    ? null
    : `must be a whole number from 1 to ${MOST_LISTED}`

const { hidden, label, description, admin } = commonOptions

/**
 * The reverse side of a relationship: lists the documents that point here (docs/contract/documents.md#joins). Joins are
 * not stored; a `writable` join is changed through a route of its own. Whether `collection` and `on` name a
 * relationship can only be checked once all collections are known.
 */
export const join = defineFieldType<JoinFieldOptions>()({
  name: 'join',
  structure: 'computed',
  options: {
    hidden,
    label,
    description,
    admin,
    access: anObjectOf({ read: aFunction }),
    collection: aText,
    on: aText,
    writable: aBoolean,
    where: anObject,
    sort: aText,
    limit: aLimit,
  },
  schema: () => ({
    type: 'object',
    properties: {
      docs: { type: 'array', items: { type: 'string' } },
      totalDocs: { type: 'integer', minimum: 0 },
      hasNextPage: { type: 'boolean' },
    },
    required: ['docs', 'totalDocs', 'hasNextPage'],
  }),
  operators: [...LIST_OPERATORS, ...ROW_OPERATORS],
  manifest: ({ collection, on, writable = false, limit }) => ({ collection, on, writable, limit }),
  problems: ({ collection, on }) => [
    ...(collection === undefined ? ['`collection` is missing'] : []),
    ...(on === undefined ? ['`on` is missing'] : []),
  ],
  join: ({ limit = LISTED, ...options }) => ({ ...options, limit }),
})
