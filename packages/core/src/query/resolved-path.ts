import type { PathStep, Scalar } from '../contracts/condition.ts'
import type { JsonValue } from '../contracts/json.ts'
import type { ComparedAs, Operator } from '../contracts/operators.ts'
import type { PathScope } from './path-scope.ts'

/** What a dotted path of `where` or `sort` stands for. */
export interface ResolvedPath {
  readonly steps: readonly PathStep[]
  readonly comparedAs: ComparedAs
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** The value is a list: `steps` end in its elements. */
  readonly many: boolean
  /** The value is the id of a document. */
  readonly isId?: boolean
  /** How the field's type reads the values of queries, if it does, and what it expects. */
  readonly operand?: { readonly read: (value: JsonValue) => Scalar | undefined; readonly expected: string | null }
  /** An array, list of blocks or join as such: only whether it is empty can be asked. */
  readonly rowsOnly?: true
  /** The rows that `some`, `none` and `every` ask one by one, where the path has those operators. */
  readonly rows?: readonly RowsAt[]
  /** The same path in the other collections of a polymorphic relationship. */
  readonly alternatives?: readonly ResolvedPath[]
}

/** Rows of one kind, and where the paths of what is asked of them are looked up. */
export interface RowsAt {
  readonly steps: readonly PathStep[]
  readonly scope: PathScope
}

/** A path whose beginning is known and leads through more documents, or into more collections at once, than any may. */
export const TOO_FAR = 'too far'

export type Resolution = ResolvedPath | typeof TOO_FAR | null

export function isResolved(resolution: Resolution): resolution is ResolvedPath {
  return resolution !== null && resolution !== TOO_FAR
}

/** A path, and the same in the other collections that it leads into. */
export function inAllCollections(path: ResolvedPath): readonly ResolvedPath[] {
  return [path, ...(path.alternatives ?? [])]
}
