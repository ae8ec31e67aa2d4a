import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Reference } from '../contracts/document-storage.ts'
import { eachObject, type VisitObject, isByLocale } from './walk-content.ts'
import { flatten } from './field-tree.ts'
import { isObject } from './json-object.ts'
import { onceFor } from './once-for.ts'

export function collectReferences(fields: readonly FieldNode[], data: JsonObject): Reference[] {
  const found = new Map<string, Reference>()
  collect(fields, data, { found, locale: '' })
  return [...found.values()]
}

export function referenceKey({ path, locale, collection, id }: Reference): string {
  return `${path} ${locale} ${collection} ${id}`
}

interface Collecting {
  readonly found: Map<string, Reference>
  /** The locale of the content; '' outside of localized fields. */
  readonly locale: string
}

function collect(fields: readonly FieldNode[], data: JsonObject, collecting: Collecting): void {
  for (const node of fields) {
    const value = data[node.name]
    if (pointsSomewhere(node)) {
      if (!isByLocale(node, value, true)) addReferences(node, value, collecting)
      else for (const locale of Object.keys(value)) addReferences(node, value[locale], { ...collecting, locale })
    }
    eachObject(node, value, true, collectInside, collecting)
  }
}

const collectInside: VisitObject<Collecting> = (fields, object, collecting, _index, locale) => {
  collect(fields, object, locale === undefined ? collecting : { ...collecting, locale })
}

function addReferences(node: FieldNode, value: JsonValue | undefined, { found, locale }: Collecting): void {
  for (const { collection, id } of targetsIn(node, value)) {
    const reference = { path: node.path, locale, collection, id }
    found.set(referenceKey(reference), reference)
  }
}

/**
 * All documents that a field's value points to, in one locale: the targets of a relationship, or the mentions of a rich
 * text.
 */
function targetsIn(node: FieldNode, value: JsonValue | undefined): readonly { collection: string; id: string }[] {
  const { mentions } = node.type
  if (mentions) return value === undefined || value === null ? [] : mentions.in(value)
  return (Array.isArray(value) ? value : [value]).flatMap((one) => targetOf(node, one) ?? [])
}

/** Whether values of the field point to documents: a relationship, or a field whose type has mentions. */
function pointsSomewhere({ targets, type }: FieldNode): boolean {
  return targets.length > 0 || type.mentions !== undefined
}

/** The top-level fields whose values point to documents, themselves or in nested fields. */
const pointingFields = onceFor((fields: readonly FieldNode[]) =>
  fields.filter((node) => flatten([node]).some(pointsSomewhere)).map(({ name }) => name),
)

/** Whether all pointing values are identical objects. Equal copies count as changed. */
export function hasSamePointers(fields: readonly FieldNode[], content: JsonObject, before: JsonObject): boolean {
  return pointingFields(fields).every((name) => content[name] === before[name])
}

export function pointsTo({ targets, mentions }: FieldNode, slug: string): boolean {
  return targets.includes(slug) || mentions.includes(slug)
}

/** The target of a relationship's value: an id if the field has one target collection, else `{ relationTo, value }`. */
export function targetOf(node: FieldNode, value: JsonValue | undefined): { collection: string; id: string } | null {
  if (typeof value === 'string')
    return node.targets[0] === undefined ? null : { collection: node.targets[0], id: value }
  if (!isObject(value)) return null
  const { relationTo, value: id } = value
  return typeof relationTo === 'string' && typeof id === 'string' ? { collection: relationTo, id } : null
}
