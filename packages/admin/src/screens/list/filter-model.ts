import type { Where } from '../../data/document.ts'
import { fieldAt, hasDrafts, labelOf } from '../../data/entities.ts'
import type { EntitySchema, FieldSchema } from '../../data/schema.ts'

/** `[path, operator, value]`: short, since it stands in the address. */
export type Condition = readonly [path: string, operator: string, value: unknown]

/** Conditions that are joined by "or". Filters are joined by "and". */
export type Filter = readonly Condition[]

/** Stands for `_status` and `_publishedRevision` together: draft, changed or published. */
export const STATUS = '_status'

const STATES: Readonly<Record<string, Where>> = {
  draft: { and: [{ _status: { equals: 'draft' } }, { _publishedRevision: { equals: null } }] },
  changed: { and: [{ _status: { equals: 'draft' } }, { _publishedRevision: { not_equals: null } }] },
  published: { _status: { equals: 'published' } },
}

export function whereOf(filters: readonly Filter[]): Where[] {
  return filters.map((filter) => {
    const [first, ...others] = filter.map(conditionToWhere)
    return others.length === 0 ? (first ?? {}) : { or: [first, ...others] }
  })
}

function conditionToWhere([path, operator, value]: Condition): Where {
  if (path !== STATUS) return { [path]: { [operator]: value } }
  const states = [value].flat().map(String)
  const where = { or: states.flatMap((state) => STATES[state] ?? []) }
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
  names: { status: string; changed: string; created: string },
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
    ...(name === STATUS && { options: Object.keys(STATES).map((value) => ({ value, label: value })) }),
  }
}

/** The words for an operator: more and less are after and before, if it is about dates. */
export function operatorWord(operator: string, field: FieldSchema, words: Readonly<Record<string, string>>): string {
  if (field.type === 'date' && operator === 'greater_than') return words['after'] ?? operator
  if (field.type === 'date' && operator === 'less_than') return words['before'] ?? operator
  return words[operator] ?? operator
}

export function fieldOfCondition(
  fields: readonly FilterField[],
  entity: EntitySchema,
  path: string,
): FieldSchema | undefined {
  return fields.find(({ field }) => field.path === path)?.field ?? fieldAt(entity.fields, path)
}
