import type { Where } from '../../data/document.ts'
import { can, fieldAt, hasDrafts, labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** `[path, operator, value]`: short, since it stands in the address. */
export type Condition = readonly [path: string, operator: string, value: unknown]

/** Conditions that are joined by "or". Filters are joined by "and". */
export type Filter = readonly Condition[]

/** Stands for `_status`, `_publishedRevision` and what is scheduled together. */
export const STATUS = '_status'

const STATES = ['draft', 'changed', 'scheduled', 'published'] as const

/** The states that documents of a collection can have. */
export function statesIn(entity: EntitySchema): readonly (typeof STATES)[number][] {
  return STATES.filter((state) => state !== 'scheduled' || can(entity, 'planned'))
}

/** Stands for all values of a document in a language, which its value names. */
const TRANSLATION = '_translation'

export const asksForTranslation = (filters: readonly Filter[]) => namesPath(filters, TRANSLATION)
export const asksForStatus = (filters: readonly Filter[]) => namesPath(filters, STATUS)

function namesPath(filters: readonly Filter[], sought: string): boolean {
  return filters.some((filter) => filter.some(([path]) => path === sought))
}

/** What conditions stand for that the service knows by other means. */
export interface Meanings {
  /** Ids of what is scheduled. */
  readonly scheduled: readonly string[]
  /** What lacks something in a language. */
  readonly incomplete: (locale: string) => Where
}

export function whereOf(filters: readonly Filter[], meanings: Meanings): Where[] {
  return filters.map((filter) => {
    const [first, ...others] = filter.map((condition) => conditionToWhere(condition, meanings))
    return others.length === 0 ? (first ?? {}) : { or: [first, ...others] }
  })
}

/** Each document has one state: what is scheduled is not also called a draft. */
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

/** The id of no document. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function conditionToWhere([path, operator, value]: Condition, { scheduled, incomplete }: Meanings): Where {
  if (path === TRANSLATION) {
    const where = incomplete(String(value))
    return operator === 'not_equals' ? { not: where } : where
  }
  if (path !== STATUS) return { [path]: { [operator]: value } }
  const states = [value].flat().map(String)
  const known = statesOf(scheduled)
  const where = { or: states.flatMap((state) => known[state] ?? []) }
  return operator === 'not_in' || operator === 'not_equals' ? { not: where } : where
}

/** A field that can be filtered by: of the document, or one that every document has. */
export interface FilterField {
  readonly field: FieldSchema
  readonly operators: readonly string[]
}

/** Order makes little sense for texts, and `exists` covers comparing with nothing. */
const NOT_FOR_TEXT = ['greater_than', 'greater_than_equal', 'less_than', 'less_than_equal', 'in', 'not_in']
const TEXTS = ['text', 'textarea', 'email', 'url', 'slug', 'code']

export function filterFieldsOf(
  entity: EntitySchema,
  names: { status: string; changed: string; created: string; translation: string },
  /** Those that the content can be translated to. */
  locales: readonly { readonly value: string; readonly label: string }[],
): FilterField[] {
  const own = entity.fields
    .filter(({ operators, structure }) => operators.length > 0 && structure === 'value')
    .flatMap((field) => [field, ...partsOf(field)])
    .map((field) => ({
      field,
      operators: field.operators.filter((one) => !TEXTS.includes(field.type) || !NOT_FOR_TEXT.includes(one)),
    }))
  const moment = (name: string, label: string) => ({
    field: systemField(name, 'date', label),
    operators: ['greater_than', 'less_than'],
  })
  return [
    ...(hasDrafts(entity) ? [{ field: systemField(STATUS, 'select', names.status), operators: ['in', 'not_in'] }] : []),
    ...own,
    ...(locales.length > 0
      ? [
          {
            field: { ...systemField(TRANSLATION, 'select', names.translation), options: locales },
            operators: ['equals', 'not_equals'],
          },
        ]
      : []),
    moment('updatedAt', names.changed),
    moment('createdAt', names.created),
  ]
}

/** What else of a value can be asked, such as the lightness of a colour, as fields that are texts or numbers. */
function partsOf(field: FieldSchema): FieldSchema[] {
  return Object.entries(field.parts ?? {}).map(([name, { type, operators }]) => ({
    ...systemField(`${field.path}.${name}`, type, `${labelOf(field)}: ${labelOf({ name, label: null }).toLowerCase()}`),
    operators: operators.filter((one) => one !== 'in' && one !== 'not_in'),
  }))
}

/** A field of every document, in the shape of the schema. */
function systemField(name: string, type: string, label: string): FieldSchema {
  return {
    name,
    path: name,
    type,
    label,
    structure: 'value',
    description: null,
    required: false,
    unique: false,
    index: false,
    localized: false,
    many: false,
    readOnly: true,
    sortable: true,
    operators: [],
    ...(name === STATUS && { options: STATES.map((value) => ({ value, label: value })) }),
  }
}

/** The words for an operator: more and less are after and before, if it is about dates. */
export function operatorWord(operator: string, field: FieldSchema, words: Readonly<Record<string, string>>): string {
  if (field.type === 'date' && operator === 'greater_than') return words['after'] ?? operator
  if (field.type === 'date' && operator === 'less_than') return words['before'] ?? operator
  if (field.path === TRANSLATION) return words[operator === 'equals' ? 'incompleteIn' : 'completeIn'] ?? operator
  return words[operator] ?? operator
}

export function fieldOfCondition(
  fields: readonly FilterField[],
  entity: EntitySchema,
  path: string,
): FieldSchema | undefined {
  return fields.find(({ field }) => field.path === path)?.field ?? fieldAt(entity.fields, path)
}
