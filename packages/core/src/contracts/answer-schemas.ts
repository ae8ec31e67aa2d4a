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

/** Members of a body that select documents by query. */
export const CHOSEN_MEMBERS = {
  where: described('where', { description: 'A query expression, as in a list.' }),
  search: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Words to look for, as in a list, in collections that can be searched.',
  },
  locale: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description:
      'The locale that paths and words are about, as in a list; by default the default one. With `all`, paths name theirs.',
  },
} as const

export interface ChosenDocuments {
  readonly where?: JsonValue
  readonly search?: string
  readonly locale?: string
}

export const ISSUES = { type: 'array', maxItems: MOST_ISSUES, items: described('issue', { type: 'object' }) } as const

export const FAILURE_OR_NULL = {
  type: ['object', 'null'],
  description: 'What went wrong in the last attempt.',
  required: ['code', 'message'],
  properties: {
    code: described('errorCode', { type: 'string' }),
    message: { type: 'string' },
    issues: ISSUES,
  },
} as const

export const NAMED_USER = {
  type: 'object',
  required: ['collection', 'id'],
  properties: { collection: { type: 'string' }, id: { type: 'string' } },
} as const

/** Null if there is no user, or the caller may not see it. */
export const NAMED_USER_OR_NULL = { ...NAMED_USER, type: ['object', 'null'] } as const

export const DELETED_SCHEMA = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
} as const

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
