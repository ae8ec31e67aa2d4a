import type { FieldNode } from '../contracts/field.ts'
import { isObject } from '../content/json-object.ts'
import { QueryProblems } from './query-problems.ts'

export interface Selection {
  readonly mode: 'include' | 'exclude'
  readonly tree: SelectionTree
}

export interface SelectionTree {
  readonly [name: string]: true | SelectionTree
}

const MOST_NODES = 1000

/** `fields` and `systemNames` are those that the reader may see; nested hidden fields count only with `showHidden`. */
export function parseSelect(
  select: unknown,
  fields: readonly FieldNode[],
  systemNames: readonly string[],
  at = 'select',
  showHidden = false,
): Selection {
  const problems = new QueryProblems()
  const parser: Parser = { problems, showHidden, seen: new Set(), nodes: 0 }
  const known = new Map<string, FieldNode | null>(fields.map((field) => [field.name, field]))
  for (const name of systemNames) known.set(name, null)
  const tree = parseTree(select, known, at, parser)
  if (parser.seen.size > 1) problems.add('type', at, 'Use either true or false in a selection, not both.')
  if (parser.nodes > MOST_NODES) problems.add('max', at, `Select at most ${MOST_NODES} fields.`)
  problems.throwIfAny()
  return { mode: parser.seen.has(false) ? 'exclude' : 'include', tree }
}

interface Parser {
  readonly problems: QueryProblems
  readonly showHidden: boolean
  readonly seen: Set<boolean>
  nodes: number
}

type SelectableFields = ReadonlyMap<string, FieldNode | null>

function parseTree(select: unknown, known: SelectableFields, at: string, parser: Parser): SelectionTree {
  if (!isObject(select)) {
    parser.problems.add('type', at, 'A selection must be an object.')
    return {}
  }
  const tree: Record<string, true | SelectionTree> = {}
  for (const [name, choice] of Object.entries(select)) {
    parser.nodes += 1
    if (parser.nodes > MOST_NODES) break
    const path = `${at}.${name}`
    const node = known.get(name)
    if (node === undefined) parser.problems.add('unknown_field', path, unknown(path, name))
    else if (typeof choice === 'boolean') {
      parser.seen.add(choice)
      tree[name] = true
    } else tree[name] = parseBelow(choice, node, path, parser)
  }
  return tree
}

function parseBelow(select: unknown, node: FieldNode | null, at: string, parser: Parser): SelectionTree {
  if (node?.structure === 'blocks') return parseBlocks(select, node, at, parser)
  if (node && (node.structure === 'group' || node.structure === 'rows')) {
    return parseTree(select, visible(node.fields, node.structure === 'rows', parser), at, parser)
  }
  parser.problems.add('type', at, `Must be true or false.${node ? targetHint(node) : ''}`)
  return {}
}

function unknown(path: string, name: string): string {
  const hint = name.includes('.') ? ' A selection is a tree: {"group":{"field":true}}.' : ''
  return `Unknown path "${path.slice(path.indexOf('.') + 1)}".${hint}`
}

/** The document contains an id; `populate` selects the fields of the target. */
function targetHint({ targets, join, path }: FieldNode): string {
  if (targets.length === 0 && !join) return ''
  return ` To choose fields of the document that it points to, use "populate": {"${path}":{"select":{"id":true}}}.`
}

function parseBlocks(select: unknown, node: FieldNode, at: string, parser: Parser): SelectionTree {
  if (!isObject(select)) {
    parser.problems.add('type', at, 'A selection must be an object.')
    return {}
  }
  const tree: Record<string, true | SelectionTree> = {}
  for (const [block, choice] of Object.entries(select)) {
    const fields = Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
    if (!fields)
      parser.problems.add(
        'unknown_field',
        `${at}.${block}`,
        `Unknown path "${at.slice(at.indexOf('.') + 1)}.${block}".`,
      )
    else if (typeof choice === 'boolean') {
      parser.seen.add(choice)
      tree[block] = true
    } else tree[block] = parseTree(choice, visible(fields, true, parser), `${at}.${block}`, parser)
  }
  return tree
}

function visible(fields: readonly FieldNode[], rows: boolean, { showHidden }: Parser): SelectableFields {
  const known = new Map<string, FieldNode | null>()
  for (const field of fields) if (!field.hidden || showHidden) known.set(field.name, field)
  // Rows always keep their id and block type, so selecting them is valid and has no effect.
  if (rows) known.set('id', null).set('blockType', null)
  return known
}
