import type { PathStep } from '../contracts/condition.ts'
import type { SystemField } from '../contracts/entity.ts'
import type { ComparedAs, FieldNode, Operator } from '../contracts/field.ts'
import type { LocaleChoice, Localization } from '../contracts/localization.ts'

/** What a dotted path of `where` or `sort` stands for. */
export interface ResolvedPath {
  readonly steps: readonly PathStep[]
  readonly comparedAs: ComparedAs
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** The value is a list: `steps` end in its elements. */
  readonly many: boolean
  /** An array or list of blocks as such: only whether it is empty can be asked. */
  readonly rowsOnly?: true
}

/** Where paths are looked up, and with whose eyes. */
export interface PathScope {
  readonly fields: readonly FieldNode[]
  readonly systemFields: readonly SystemField[]
  readonly localization: Localization | null
  readonly locale: LocaleChoice | null
  /** False makes the field, and all below it, an unknown path (contract 5). */
  mayRead(node: FieldNode): boolean
}

const LONGEST_PATH = 512
const LIST_OPERATORS: readonly Operator[] = ['exists', 'equals', 'not_equals']
const ROW_ID_OPERATORS: readonly Operator[] = ['equals', 'not_equals', 'in', 'not_in', 'exists']

/** Null for an unknown path, which includes every path that the scope's reader may not read. */
export function resolvePath(path: string, scope: PathScope): ResolvedPath | null {
  if (path.length > LONGEST_PATH) return null
  const segments = path.split('.')
  const system = segments.length === 1 ? scope.systemFields.find((field) => field.name === path) : undefined
  if (system) {
    return {
      steps: [{ kind: 'column', name: system.column }],
      comparedAs: system.storedAs,
      operators: system.operators,
      sortable: true,
      many: false,
    }
  }
  return resolveIn(scope.fields, segments, [], scope)
}

function resolveIn(
  fields: readonly FieldNode[],
  segments: readonly string[],
  before: readonly PathStep[],
  scope: PathScope,
): ResolvedPath | null {
  const node = fields.find((field) => field.name === segments[0])
  if (!node || !scope.mayRead(node)) return null
  const keyed: readonly PathStep[] = [...before, { kind: 'key', name: node.name }]
  if (!node.localized || !scope.localization || !scope.locale) return resolveNode(node, segments.slice(1), keyed, scope)
  const named = scope.locale.all ? segments[1] : undefined
  if (named !== undefined && scope.localization.locales.includes(named)) {
    return resolveNode(node, segments.slice(2), [...keyed, { kind: 'locale', chain: [named] }], scope)
  }
  const chain = scope.locale.all ? [scope.localization.defaultLocale] : scope.locale.chain
  return resolveNode(node, segments.slice(1), [...keyed, { kind: 'locale', chain }], scope)
}

function resolveNode(
  node: FieldNode,
  rest: readonly string[],
  steps: readonly PathStep[],
  scope: PathScope,
): ResolvedPath | null {
  switch (node.structure) {
    case 'group':
      return rest.length === 0 ? null : resolveIn(node.fields, rest, steps, scope)
    case 'rows':
      return resolveRows(node.fields, rest, [...steps, { kind: 'rows' }], scope)
    case 'blocks':
      return resolveBlocks(node, rest, steps, scope)
    case 'computed':
      return null
    case 'value':
      return resolveValue(node, rest, steps)
  }
}

function resolveRows(
  fields: readonly FieldNode[],
  rest: readonly string[],
  steps: readonly PathStep[],
  scope: PathScope,
): ResolvedPath | null {
  if (rest.length === 0) return wholeList(steps)
  if (rest.length === 1 && rest[0] === 'id') return rowText('id', steps)
  return resolveIn(fields, rest, steps, scope)
}

function resolveBlocks(
  node: FieldNode,
  rest: readonly string[],
  steps: readonly PathStep[],
  scope: PathScope,
): ResolvedPath | null {
  const [block, ...inside] = rest
  if (block === undefined) return wholeList([...steps, { kind: 'rows' }])
  const fields = Object.hasOwn(node.blocks, block) ? node.blocks[block] : undefined
  if (fields) return resolveRows(fields, inside, [...steps, { kind: 'blocks', block }], scope)
  const common = block === 'id' || block === 'blockType'
  return common && inside.length === 0 ? rowText(block, [...steps, { kind: 'rows' }]) : null
}

function resolveValue(node: FieldNode, rest: readonly string[], steps: readonly PathStep[]): ResolvedPath | null {
  if (node.storedAs === null) return null
  const reached: readonly PathStep[] = node.many ? [...steps, { kind: 'elements' }] : steps
  if (rest.length === 0) {
    return {
      steps: reached,
      comparedAs: node.storedAs,
      operators: node.operators,
      sortable: node.sortable,
      many: node.many,
    }
  }
  if (node.storedAs === 'json') {
    const keys = rest.map((name): PathStep => ({ kind: 'key', name }))
    return { steps: [...reached, ...keys], comparedAs: 'json', operators: node.operators, sortable: false, many: false }
  }
  if (node.storedAs === 'pair' && rest.length === 1 && (rest[0] === 'relationTo' || rest[0] === 'value')) {
    return rowText(rest[0], reached)
  }
  return null
}

function wholeList(steps: readonly PathStep[]): ResolvedPath {
  return { steps, comparedAs: 'json', operators: LIST_OPERATORS, sortable: false, many: false, rowsOnly: true }
}

function rowText(name: string, steps: readonly PathStep[]): ResolvedPath {
  return {
    steps: [...steps, { kind: 'key', name }],
    comparedAs: 'text',
    operators: ROW_ID_OPERATORS,
    sortable: false,
    many: false,
  }
}
