import type { PathStep, Scalar } from '../contracts/condition.ts'
import type { FieldNode, JoinOptions } from '../contracts/field.ts'
import { type ComparedAs, equality, LIST_OPERATORS, type Operator, ROW_OPERATORS } from '../contracts/operators.ts'
import { holdsTextBlocks } from '../content/walk-content.ts'
import { LONGEST_PATH, MOST_ALTERNATIVES, MOST_HOPS } from './query-problems.ts'
import { mayReadAt, type PathRoot } from './path-root.ts'
import type { JsonValue } from '../contracts/json.ts'

/** Null for an unknown path, which includes every path that the reader may not read. */
export function resolvePath(path: string, root: PathRoot): Resolution {
  if (path.length > LONGEST_PATH) return null
  const segments = path.split('.')
  return root.row ? resolveRows(root.fields, segments, [], root) : resolveDocument(segments, [], root)
}

function resolveDocument(segments: readonly string[], before: readonly PathStep[], root: PathRoot): Resolution {
  const name = segments.join('.')
  const system = root.systemFields.find((field) => field.name === name)
  if (!system) return resolveIn(root.fields, segments, before, root)
  return {
    steps: [...before, { kind: 'column', name: system.column }],
    comparedAs: system.storedAs,
    operators: system.operators,
    sortable: true,
    many: false,
  }
}

function resolveIn(
  fields: readonly FieldNode[],
  segments: readonly string[],
  before: readonly PathStep[],
  root: PathRoot,
): Resolution {
  const node = fields.find((field) => field.name === segments[0])
  if (!node || !root.mayRead(node)) return null
  const keyed: readonly PathStep[] = [...before, { kind: 'key', name: node.name }]
  if (!node.localized || !root.localization || !root.locale) return resolveNode(node, segments.slice(1), keyed, root)
  const named = root.locale.all ? segments[1] : undefined
  if (named !== undefined && root.localization.locales.includes(named)) {
    return resolveNode(node, segments.slice(2), [...keyed, { kind: 'locale', chain: [named] }], root)
  }
  const chain = root.locale.all ? [root.localization.defaultLocale] : root.locale.chain
  return resolveNode(node, segments.slice(1), [...keyed, { kind: 'locale', chain }], root)
}

function resolveNode(node: FieldNode, rest: readonly string[], steps: readonly PathStep[], root: PathRoot): Resolution {
  switch (node.structure) {
    case 'group':
      return rest.length === 0 ? null : resolveIn(node.fields, rest, steps, root)
    case 'rows':
      return resolveRows(node.fields, rest, [...steps, { kind: 'rows' }], root)
    case 'blocks':
      return resolveBlocks(node, rest, steps, root)
    case 'computed':
      return node.join ? resolveJoin(node.join, rest, steps, root) : null
    case 'value':
      return resolveValue(node, rest, steps, root)
  }
}

function resolveRows(
  fields: readonly FieldNode[],
  rest: readonly string[],
  steps: readonly PathStep[],
  root: PathRoot,
): Resolution {
  if (rest.length === 0) return askedByRow(steps, { ...root, row: true, fields })
  if (rest.length === 1 && rest[0] === 'id') return rowText('id', steps)
  return resolveIn(fields, rest, steps, root)
}

function resolveBlocks(
  node: FieldNode,
  rest: readonly string[],
  steps: readonly PathStep[],
  root: PathRoot,
): Resolution {
  const [block, ...inside] = rest
  // Queries skip rows of removed block types: they are still stored, but reads don't show them.
  const rows: readonly PathStep[] = [...steps, { kind: 'blocks', blocks: Object.keys(node.blocks) }]
  if (block === undefined) return wholeList(rows)
  const fields = Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
  if (fields) return resolveRows(fields, inside, [...steps, { kind: 'blocks', blocks: [block] }], root)
  const common = block === 'id' || block === 'blockType'
  return common && inside.length === 0 ? rowText(block, rows) : null
}

function resolveValue(
  node: FieldNode,
  rest: readonly string[],
  steps: readonly PathStep[],
  root: PathRoot,
): Resolution {
  if (node.storedAs === null) return null
  const reached: readonly PathStep[] = node.many ? [...steps, { kind: 'elements' }] : steps
  if (rest.length === 0) {
    return {
      steps: reached,
      comparedAs: node.storedAs,
      operators: node.operators,
      sortable: node.sortable,
      many: node.many,
      isId: node.targets.length > 0,
      ...(node.operand && { operand: { read: node.operand, expected: node.type.expected(node.options) } }),
      ...(node.many && node.targets.length > 0 && { rows: targetsOf(node, reached, root) }),
    }
  }
  const [name = ''] = rest
  const part = rest.length === 1 && Object.hasOwn(node.parts, name) ? node.parts[name] : undefined
  if (part) {
    const { reading, operators, sortable } = part
    const last: PathStep = { kind: 'part', name, reading }
    return { steps: [...reached, last], comparedAs: reading.gives, operators, sortable, many: false }
  }
  // A text with blocks can't be queried, because the fields of its blocks may be hidden.
  if (node.storedAs === 'json' && !holdsTextBlocks(node)) {
    const keys = rest.map((key): PathStep => ({ kind: 'key', name: key }))
    return { steps: [...reached, ...keys], comparedAs: 'json', operators: node.operators, sortable: false, many: false }
  }
  if (node.storedAs === 'pair' && rest.length === 1 && (rest[0] === 'relationTo' || rest[0] === 'value')) {
    return rowText(rest[0], reached)
  }
  return resolveTargets(node, rest, reached, root)
}

/** Continues through a relationship, into each collection that it may point to. */
function resolveTargets(
  node: FieldNode,
  rest: readonly string[],
  steps: readonly PathStep[],
  root: PathRoot,
): Resolution {
  const targets = targetsOf(node, steps, root)
  if (targets.length > 0 && countHops(steps) >= MOST_HOPS) return TOO_FAR
  const found = targets.map((target) => resolveDocument(rest, target.steps, target.root))
  // A relationship to one collection leads to a single document, in whichever table it is.
  return combineResolutions(found, node.targets.length === 1)
}

function targetsOf(node: FieldNode, steps: readonly PathStep[], root: PathRoot): readonly RowsAt[] {
  return node.targets.flatMap((slug) => {
    const other = root.others.get(slug)
    if (!other) return []
    const relationTo = node.storedAs === 'pair' ? slug : null
    return other.tables.map(({ table, where }): RowsAt => {
      const hop: PathStep = { kind: 'hop', table, relationTo, scope: where }
      return { steps: [...steps, hop], root: other }
    })
  })
}

/** Combines the same path in several tables; each of them may have alternatives of its own. */
function combineResolutions(found: readonly Resolution[], keepsOrder: boolean): Resolution {
  const [first, ...alternatives] = found.flatMap((one) => (isResolved(one) ? inAllCollections(one) : []))
  if (!first) return found.includes(TOO_FAR) ? TOO_FAR : null
  if (alternatives.length >= MOST_ALTERNATIVES) return TOO_FAR
  return alternatives.length > 0 ? { ...first, alternatives, sortable: first.sortable && keepsOrder } : first
}

function resolveJoin(
  join: JoinOptions,
  rest: readonly string[],
  steps: readonly PathStep[],
  root: PathRoot,
): Resolution {
  const other = root.others.get(join.collection)
  if (!other || !mayReadAt(join.on, other)) return null
  if (countHops(steps) >= MOST_HOPS) return TOO_FAR
  // A join belongs to the document, even if it is defined in a group.
  const toDocument = steps.slice(0, steps.findLastIndex(entersDocument) + 1)
  const found = other.tables.map(({ table, where }): Resolution => {
    const inverse: PathStep = {
      kind: 'inverse',
      table,
      path: join.on,
      collection: root.slug,
      scope: other.joined(join, where),
    }
    const reached = [...toDocument, inverse]
    return rest.length === 0 ? askedByRow(reached, other) : resolveDocument(rest, reached, other)
  })
  return combineResolutions(found, false)
}

function entersDocument({ kind }: PathStep): boolean {
  return kind === 'hop' || kind === 'inverse'
}

export function countHops(steps: readonly PathStep[]): number {
  return steps.filter(entersDocument).length
}

function wholeList(steps: readonly PathStep[]): ResolvedPath {
  return { steps, comparedAs: 'json', operators: LIST_OPERATORS, sortable: false, many: false, rowsOnly: true }
}

/** A list of rows, with the row operators `some`, `every` and `none`. */
function askedByRow(steps: readonly PathStep[], root: PathRoot): ResolvedPath {
  return { ...wholeList(steps), operators: [...LIST_OPERATORS, ...ROW_OPERATORS], rows: [{ steps, root }] }
}

function rowText(name: string, steps: readonly PathStep[]): ResolvedPath {
  return {
    steps: [...steps, { kind: 'key', name }],
    comparedAs: 'text',
    operators: equality,
    sortable: false,
    many: false,
  }
}

export interface ResolvedPath {
  readonly steps: readonly PathStep[]
  readonly comparedAs: ComparedAs
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** The value is a list: `steps` end in its elements. */
  readonly many: boolean
  /** The value is the id of a document. */
  readonly isId?: boolean
  /** How the field's type reads operands, if it does, and a description of what it expects. */
  readonly operand?: { readonly read: (value: JsonValue) => Scalar | undefined; readonly expected: string | null }
  /** An array, list of blocks or join as such: only whether it is empty can be queried. */
  readonly rowsOnly?: true
  /** The rows for `some`, `none` and `every`, if the path has these operators. */
  readonly rows?: readonly RowsAt[]
  /** The same path in the other collections of a polymorphic relationship. */
  readonly alternatives?: readonly ResolvedPath[]
}

export interface RowsAt {
  readonly steps: readonly PathStep[]
  readonly root: PathRoot
}

/** A known path that leads through too many documents, or into too many collections at once. */
export const TOO_FAR = 'too far'

export type Resolution = ResolvedPath | typeof TOO_FAR | null

export function isResolved(resolution: Resolution): resolution is ResolvedPath {
  return resolution !== null && resolution !== TOO_FAR
}

/** The path, and its alternatives in the other collections that it leads into. */
export function inAllCollections(path: ResolvedPath): readonly ResolvedPath[] {
  return [path, ...(path.alternatives ?? [])]
}
