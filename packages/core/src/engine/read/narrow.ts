import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { rowsOf } from '../../content/rows.ts'
import type { Selection, SelectionTree } from '../../query/parse-select.ts'
import type { DeniedPaths } from '../field-access.ts'

/**
 * Takes out of a document what its reader may not see: hidden fields and fields whose rule says no, at any depth. They are absent,
 * never null. `localizedAll`: localized values stand as objects of locale to value.
 */
export function redact(
  fields: readonly FieldNode[],
  doc: JsonObject,
  denied: DeniedPaths,
  options: { readonly showHidden: boolean; readonly localizedAll: boolean },
): void {
  for (const node of fields) {
    if ((node.hidden && !options.showHidden) || denied?.has(node.path)) delete doc[node.name]
    else
      forEachObject(node, doc[node.name], options.localizedAll, (inner, object) =>
        redact(inner, object, denied, options),
      )
  }
}

/** Keeps what `select` asks for. `id` always comes, and rows keep their `id` and `blockType`. */
export function select(
  fields: readonly FieldNode[],
  doc: JsonObject,
  { mode, tree }: Selection,
  localizedAll: boolean,
): void {
  const byName = new Map(fields.map((node) => [node.name, node]))
  for (const name of Object.keys(doc)) {
    const choice = Object.hasOwn(tree, name) ? tree[name] : undefined
    if (name === 'id' || name === 'blockType') continue
    if (choice === undefined ? mode === 'include' : choice === true && mode === 'exclude') delete doc[name]
    else if (typeof choice === 'object') selectBelow(byName.get(name), doc[name], { mode, tree: choice }, localizedAll)
  }
}

function selectBelow(
  node: FieldNode | undefined,
  value: JsonValue | undefined,
  selection: Selection,
  localizedAll: boolean,
): void {
  if (!node) return
  forEachObject(node, value, localizedAll, (fields, object, block) => {
    if (block === undefined) return select(fields, object, selection, localizedAll)
    const choice = Object.hasOwn(selection.tree, block) ? selection.tree[block] : undefined
    const whole = choice === undefined ? selection.mode === 'exclude' : choice === true && selection.mode === 'include'
    if (whole) return
    const tree: SelectionTree = typeof choice === 'object' ? choice : {}
    // A block left out altogether keeps its place in the list, as its id and type.
    const mode = typeof choice === 'object' ? selection.mode : 'include'
    select(fields, object, { mode, tree }, localizedAll)
  })
}

/** Calls back with each object of fields that a field's read form holds: the group, each row, each block. */
export function forEachObject(
  node: FieldNode,
  value: JsonValue | undefined,
  localizedAll: boolean,
  visit: (fields: readonly FieldNode[], object: JsonObject, block?: string) => void,
): void {
  if (node.structure === 'value' || node.structure === 'computed') return
  const values = node.localized && localizedAll ? Object.values(isObject(value) ? value : {}) : [value]
  for (const one of values) {
    if (node.structure === 'group') {
      if (isObject(one)) visit(node.fields, one)
    } else if (node.structure === 'rows') {
      for (const row of rowsOf(one)) visit(node.fields, row)
    } else {
      for (const row of rowsOf(one)) {
        const block = row['blockType']
        const fields = typeof block === 'string' ? node.blocks[block] : undefined
        if (typeof block === 'string' && fields) visit(fields, row, block)
      }
    }
  }
}
