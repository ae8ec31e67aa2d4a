import type { JsonSchema } from './json.ts'

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
 * Marks a schema, for the description to put another in its place. Validators ignore the mark and check what else the schema says. The
 * compiler knows it, too, so that the types of methods can have what it stands for (`FromSchema`).
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
