import type { PathStep, Scalar } from '../contracts/condition.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { ComparedAs, Operator } from '../contracts/operators.ts'
import type { PathScope } from './path-scope.ts'

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

/** Rows of one kind, and the scope of the paths inside them. */
export interface RowsAt {
  readonly steps: readonly PathStep[]
  readonly scope: PathScope
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
