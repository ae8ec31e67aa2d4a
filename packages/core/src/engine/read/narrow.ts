import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { eachObject } from '../../content/each-object.ts'
import { fieldsByName } from '../../content/field-tree.ts'
import type { Selection, SelectionTree } from '../../query/parse-select.ts'
import type { DeniedPaths } from '../field-access.ts'

/** What a document's reader may not see. */
export interface Redaction {
  readonly denied: DeniedPaths
  readonly showHidden: boolean
  /** Localized values stand as objects of locale to value. */
  readonly byLocale: boolean
}

/**
 * Takes out of a document what its reader may not see: hidden fields and fields whose rule says no, at any depth. They are absent,
 * never null.
 */
export function redact(fields: readonly FieldNode[], doc: JsonObject, redaction: Redaction): void {
  for (const node of fields) {
    if ((node.hidden && !redaction.showHidden) || redaction.denied?.has(node.path)) delete doc[node.name]
    else eachObject(node, doc[node.name], redaction.byLocale, redact, redaction)
  }
}

/** What is chosen of a document, or of an object in it. */
export interface Choice extends Selection {
  /** Localized values stand as objects of locale to value. */
  readonly byLocale: boolean
}

/** Keeps what `select` asks for. `id` always comes, and rows keep their `id` and `blockType`. */
export function select(fields: readonly FieldNode[], doc: JsonObject, { mode, tree, byLocale }: Choice): void {
  const named = fieldsByName(fields)
  for (const name of Object.keys(doc)) {
    const choice = chosenIn(tree, name)
    if (name === 'id' || name === 'blockType') continue
    if (choice === undefined ? mode === 'include' : choice === true && mode === 'exclude') delete doc[name]
    else if (typeof choice === 'object') {
      const node = named.get(name)
      const visit = node?.structure === 'blocks' ? selectInBlock : select
      if (node) eachObject(node, doc[name], byLocale, visit, { mode, tree: choice, byLocale })
    }
  }
}

/** The fields that a selection leaves anything of: nothing need be done for the others. */
export function selectedFields(fields: readonly FieldNode[], { mode, tree }: Selection): readonly FieldNode[] {
  return fields.filter(({ name }) => {
    const choice = chosenIn(tree, name)
    return choice === undefined ? mode === 'exclude' : choice !== true || mode === 'include'
  })
}

/** A selection goes into blocks by their type. */
function selectInBlock(fields: readonly FieldNode[], block: JsonObject, { mode, tree, byLocale }: Choice): void {
  const choice = chosenIn(tree, block['blockType'] as string)
  const whole = choice === undefined ? mode === 'exclude' : choice === true && mode === 'include'
  if (whole) return
  // A block left out altogether keeps its place in the list, as its id and type.
  if (typeof choice === 'object') select(fields, block, { mode, tree: choice, byLocale })
  else select(fields, block, { mode: 'include', tree: {}, byLocale })
}

function chosenIn(tree: SelectionTree, name: string): true | SelectionTree | undefined {
  return Object.hasOwn(tree, name) ? tree[name] : undefined
}
