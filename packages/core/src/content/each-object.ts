import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from './json-object.ts'
import { isByLocale } from './locales.ts'
import { fieldsOfRow } from './rows.ts'
import { dataOf, eachTextBlock, holdsTextBlocks } from './text-blocks.ts'

/**
 * Called with an object of fields inside a field's value: a group, a row or a block. `index` is the position of a row
 * in its list, that of a block in a text (`content.3.attrs.data`), and undefined for a group. `locale` is set if the
 * field itself is localized.
 */
export type VisitObject<State> = (
  fields: readonly FieldNode[],
  object: JsonObject,
  state: State,
  index: Position,
  locale: string | undefined,
) => void

type Position = number | string | undefined

export function holdsObjects(node: FieldNode): boolean {
  const { structure } = node
  return (structure !== 'value' && structure !== 'computed') || holdsTextBlocks(node)
}

/**
 * Visits each object of fields in a field's value. Every walk over content goes down one level with this. If the
 * content has all locales (`byLocale`), it visits the objects of each of them. It skips values that don't have the
 * field's shape, and rows of unknown blocks.
 *
 * `state` is passed on to `visit`, so that a walk doesn't need a closure for each field.
 */
export function eachObject<State>(
  node: FieldNode,
  value: JsonValue | undefined,
  byLocale: boolean,
  visit: VisitObject<State>,
  state: State,
): void {
  if (!holdsObjects(node)) return
  if (!isByLocale(node, value, byLocale)) eachInValue(node, value, undefined, visit, state)
  else for (const locale of Object.keys(value)) eachInValue(node, value[locale], locale, visit, state)
}

function eachInValue<State>(
  node: FieldNode,
  value: JsonValue | undefined,
  locale: string | undefined,
  visit: VisitObject<State>,
  state: State,
): void {
  if (node.structure === 'group') {
    if (isObject(value)) visit(node.fields, value, state, undefined, locale)
  } else if (node.structure === 'value') {
    eachTextBlock(value, (attrs, path) => {
      const [fields, data] = [fieldsOfRow(node, attrs), dataOf(attrs)]
      if (fields && data) visit(fields, data, state, `${path}.data`, locale)
    })
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const row = value[index]
      if (!isObject(row)) continue
      const fields = fieldsOfRow(node, row)
      if (fields) visit(fields, row, state, index, locale)
    }
  }
}

export interface InnerObject {
  readonly fields: readonly FieldNode[]
  readonly object: JsonObject
  readonly index: Position
}

export function objectsIn(node: FieldNode, value: JsonValue | undefined, byLocale: boolean): readonly InnerObject[] {
  if (!holdsObjects(node)) return NONE
  const found: InnerObject[] = []
  eachObject(node, value, byLocale, list, found)
  return found
}

const NONE: readonly InnerObject[] = []

const list: VisitObject<InnerObject[]> = (fields, object, found, index) => {
  found.push({ fields, object, index })
}

/** The prefix of all paths inside such an object: `seo.`, `links.0.`, `body.content.3.attrs.data.` */
export function prefixInside(path: string, index: Position): string {
  return index === undefined ? `${path}.` : `${path}.${index}.`
}
