import type { JsonSchema, JsonValue } from './json.ts'
import { MOST_ISSUES } from './errors.ts'

/** Marks a schema whose content only the application knows: a document of the entity, a user, a locale. */
export type DescribedValue =
  | 'document'
  | 'create'
  | 'update'
  | 'content'
  | 'user'
  | 'locale'
  | 'otherLocale'
  | 'password'
  | 'where'
  | 'keyScopes'
  | 'issue'
  | 'errorCode'
  | 'pagination'
  | 'richTextNode'
  | 'richTextLeaf'

const MARK = 'quire:'

/**
 * Marks a schema that the OpenAPI document replaces. Validators ignore the mark; `FromSchema` maps it to a type.
 *
 * @example
 * properties: { data: described('update', { type: 'object' }) }
 */
export function described<const Value extends DescribedValue, const Schema extends JsonSchema>(
  value: Value,
  schema: Schema,
): Schema & { readonly $comment: `quire:${Value}` } {
  return { ...schema, $comment: `${MARK}${value}` }
}

/** Returns the mark of a schema; undefined if it has none. */
export function describedValue({ $comment: mark }: JsonSchema): DescribedValue | undefined {
  return typeof mark === 'string' && mark.startsWith(MARK) ? (mark.slice(MARK.length) as DescribedValue) : undefined
}

const ISSUES = { type: 'array', maxItems: MOST_ISSUES, items: described('issue', { type: 'object' }) } as const

const NAMED_USER = {
  type: 'object',
  required: ['collection', 'id'],
  properties: { collection: { type: 'string' }, id: { type: 'string' } },
} as const

/** Schemas of what several operations take or answer. */
export const schemas = {
  /** Members of a body that select documents by query. */
  chosenDocuments: {
    where: described('where', { description: 'A query expression, as in a list.' }),
    search: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Search words, as in a list, for collections with `search`.',
    },
    locale: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description:
        'The locale of paths and words, as in a list; by default the default locale. With `all`, paths name their locale.',
    },
  },
  /** The response of operations that delete something by id. */
  deleted: {
    type: 'object',
    required: ['id', 'deleted'],
    properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
  },
  /** The failure of background work; null without one. */
  failureOrNull: {
    type: ['object', 'null'],
    description: 'The error of the last attempt.',
    required: ['code', 'message'],
    properties: {
      code: described('errorCode', { type: 'string' }),
      message: { type: 'string' },
      issues: ISSUES,
    },
  },
  /** The issues of a validation error. */
  issues: ISSUES,
  /** A user: collection and id. */
  namedUser: NAMED_USER,
  /** Null if there is no user, or the caller may not see it. */
  namedUserOrNull: { ...NAMED_USER, type: ['object', 'null'] },
  /** A page of records (docs/contract/requests.md#envelopes). */
  pageOf: (items: JsonSchema): JsonSchema => ({
    type: 'object',
    required: ['docs', 'pagination'],
    properties: { docs: { type: 'array', items }, pagination: described('pagination', { type: 'object' }) },
  }),
} as const

type Properties = Readonly<Record<string, JsonSchema>>

type ObjectSchema<Required, Optional> = {
  readonly type: 'object'
  readonly required: readonly (keyof Required & string)[]
  readonly properties: Required & Optional
}

/**
 * An answer that is one object, with these properties and perhaps with `optional` ones.
 *
 * @example
 * answer: answersObject({ released: { const: true } })
 */
export function answersObject<const Required extends Properties, const Optional extends object = object>(
  required: Required,
  optional?: Optional,
): { readonly kind: 'value'; readonly status: 200; readonly schema: ObjectSchema<Required, Optional> } {
  return { kind: 'value', status: 200, schema: objectSchema(required, optional) }
}

/** A body that is one object, with these properties, perhaps with `optional` ones, and no others. */
export function takesObject<const Required extends Properties, const Optional extends object = object>(
  required: Required,
  optional?: Optional,
): {
  readonly kind: 'schema'
  readonly schema: ObjectSchema<Required, Optional> & { readonly additionalProperties: false }
} {
  return { kind: 'schema', schema: { ...objectSchema(required, optional), additionalProperties: false } }
}

function objectSchema<Required extends Properties, Optional extends object>(
  required: Required,
  optional: Optional | undefined,
): ObjectSchema<Required, Optional> {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...(optional as Optional) } }
}

export interface ChosenDocuments {
  readonly where?: JsonValue
  readonly search?: string
  readonly locale?: string
}

/**
 * A number with what it counts, in the right form.
 *
 * @example
 * counted(1, 'row') // '1 row'
 * counted(2, 'entry', 'entries') // '2 entries'
 */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
