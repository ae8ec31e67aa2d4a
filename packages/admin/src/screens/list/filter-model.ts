import type { Where } from '../../data/document.ts'
import { can } from '../../data/entities.ts'
import { type ModelPath, pathAt, pathsInRow } from '../../data/model/model-path.ts'
import { type EntitySchema, type FieldSchema, plainField } from '../../data/schema.ts'
import { typeOfValue } from '../../fields/known-types.ts'

/**
 * `[path, operator, value]`, short because it is in the URL. The value of `some`, `none` and `every` is a list of
 * conditions on one row.
 */
export type Condition = readonly [path: string, operator: string, value: unknown]

/** Conditions that are joined by "or". Filters are joined by "and". */
export type Filter = readonly Condition[]

/** Combines `_status`, `_publishedRevision` and plans. */
export const STATUS = '_status'

const STATES = ['draft', 'changed', 'scheduled', 'published'] as const

/** The states that documents of a collection can have. */
export function statesIn(entity: EntitySchema): readonly (typeof STATES)[number][] {
  return STATES.filter((state) => state !== 'scheduled' || can(entity, 'scheduledAll'))
}

/** Pseudo-path for the translation state of a document; its value names a language. */
const TRANSLATION = '_translation'

export const asksForTranslation = (filters: readonly Filter[]) => namesPath(filters, TRANSLATION)
export const asksForStatus = (filters: readonly Filter[]) => namesPath(filters, STATUS)

function namesPath(filters: readonly Filter[], sought: string): boolean {
  return filters.some((filter) => filter.some(([path]) => path === sought))
}

const OF_ROWS: readonly string[] = ['some', 'none', 'every']

export const asksAboutRow = (operator: string) => OF_ROWS.includes(operator)

/** Reads the filters of a URL, without invalid ones. */
export function readFilters(given: unknown): readonly Filter[] {
  return (Array.isArray(given) ? (given as readonly unknown[]) : [])
    .map(readConditions)
    .filter((filter) => filter.length > 0)
}

function readConditions(given: unknown): Filter {
  return Array.isArray(given) ? (given as readonly unknown[]).flatMap(readCondition) : []
}

function readCondition(given: unknown): readonly Condition[] {
  if (!Array.isArray(given)) return []
  const [path, operator, value] = given as readonly unknown[]
  if (typeof path !== 'string' || typeof operator !== 'string') return []
  return [[path, operator, asksAboutRow(operator) ? readConditions(value) : value]]
}

/** Queries for conditions that are not fields. */
export interface Meanings {
  readonly scheduled: readonly string[]
  /** Documents with missing translations. */
  readonly incomplete: (locale: string) => Where
}

export function whereOf(filters: readonly Filter[], meanings: Meanings): Where[] {
  return filters.map((filter) => {
    const [first, ...others] = filter.map((condition) => conditionToWhere(condition, meanings))
    return others.length === 0 ? (first ?? {}) : { or: [first, ...others] }
  })
}

/** States are exclusive: a scheduled document is not also a draft. */
function statesOf(scheduled: readonly string[]): Readonly<Record<string, Where>> {
  const draft = { _status: { equals: 'draft' } }
  const isUnplanned = scheduled.length > 0 ? [{ id: { not_in: scheduled } }] : []
  return {
    draft: { and: [draft, { _publishedRevision: { equals: null } }, ...isUnplanned] },
    changed: { and: [draft, { _publishedRevision: { not_equals: null } }, ...isUnplanned] },
    scheduled: { and: [draft, { id: { in: scheduled.length > 0 ? scheduled : [NOBODY] } }] },
    published: { _status: { equals: 'published' } },
  }
}

/** An id that no document has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function conditionToWhere([path, operator, value]: Condition, { scheduled, incomplete }: Meanings): Where {
  if (path === TRANSLATION) {
    const where = incomplete(String(value))
    return operator === 'not_equals' ? { not: where } : where
  }
  if (path !== STATUS) return ofPath([path, operator, value])
  const states = [value].flat().map(String)
  const known = statesOf(scheduled)
  const where = { or: states.flatMap((state) => known[state] ?? []) }
  return operator === 'not_in' || operator === 'not_equals' ? { not: where } : where
}

function ofPath([path, operator, value]: Condition): Where {
  if (!asksAboutRow(operator)) return { [path]: { [operator]: value } }
  // One row must meet all conditions.
  return { [path]: { [operator]: { and: readConditions(value).map(ofPath) } } }
}

/** A field to filter by: of the model, or a combined one. */
export interface FilterField {
  readonly field: FieldSchema
  readonly operators: readonly string[]
  readonly inRow?: () => readonly ModelPath[]
}

const MOMENTS = ['createdAt', 'updatedAt', 'publishedAt']

/** How to filter by a path; undefined if not supported. */
export function filterFieldOf(path: ModelPath): FilterField | undefined {
  const { field } = path
  const [last = ''] = path.path.split('.').slice(-1)
  const { without = [] } = typeOfValue(field).filtering ?? {}
  const isMoment = field.readOnly && field.type === 'date' && MOMENTS.includes(last)
  const operators = path.operators.filter((one) => {
    if (isMoment) return one === 'greater_than' || one === 'less_than'
    return field.many || !without.includes(one)
  })
  if (operators.length === 0) return undefined
  return { field, operators, ...(operators.some(asksAboutRow) && { inRow: () => pathsInRow(path) }) }
}

/** Filter by the combined status. */
export function statusFilter(label: string): FilterField {
  const options = STATES.map((value) => ({ value, label: value }))
  return {
    field: plainField({ name: STATUS, type: 'select', label, readOnly: true, options }),
    operators: ['in', 'not_in'],
  }
}

/** Filter by translation state in one of the languages. */
export function translationFilter(
  label: string,
  options: readonly { readonly value: string; readonly label: string }[],
): FilterField {
  return {
    field: plainField({ name: TRANSLATION, type: 'select', label, readOnly: true, options }),
    operators: ['equals', 'not_equals'],
  }
}

/** Label of an operator; for dates, "before" and "after". */
export function operatorWord(
  operator: string,
  field: Pick<FieldSchema, 'type' | 'path'>,
  words: Readonly<Record<string, string>>,
): string {
  if (field.path === TRANSLATION) return words[operator === 'equals' ? 'incompleteIn' : 'completeIn'] ?? operator
  const named = typeOfValue(field).filtering?.words?.[operator] ?? operator
  return words[named] ?? operator
}

/** Whether a condition has all of its parts. */
export function isComplete([, operator, value]: Condition): boolean {
  if (operator === 'exists') return true
  if (asksAboutRow(operator)) {
    const inside = readConditions(value)
    return inside.length > 0 && inside.every(isComplete)
  }
  if (operator === 'near')
    return Array.isArray(value) && value.length >= 3 && value.every((one) => typeof one === 'number')
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** Paths in filters that the caller may not filter by. */
export function unknownPaths(
  filters: readonly Filter[],
  fieldAt: (path: string) => FilterField | undefined,
): readonly string[] {
  const unknown = filters.flat().flatMap((condition) => unknownIn(condition, '', fieldAt))
  return [...new Set(unknown)]
}

function unknownIn(
  [path, operator, value]: Condition,
  before: string,
  fieldAt: (path: string) => FilterField | undefined,
): readonly string[] {
  const known = fieldAt(path)
  if (!known) return [`${before}${path}`]
  if (!asksAboutRow(operator)) return []
  const inRow = known.inRow?.() ?? []
  return readConditions(value).flatMap((inside) =>
    unknownIn(inside, `${before}${path}.`, (below) => {
      const found = pathAt(inRow, below)
      return found && filterFieldOf(found)
    }),
  )
}
