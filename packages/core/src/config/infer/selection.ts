/** The selection of a call at one place in a document (docs/contract/querying.md#select). */
export type InferredSelection = Whole | Only<unknown> | AllBut<unknown> | Unforeseen

export interface Whole {
  readonly selects: 'all'
}

export interface Only<Tree> {
  readonly selects: 'only'
  readonly tree: Tree
}

export interface AllBut<Tree> {
  readonly selects: 'all-but'
  readonly tree: Tree
}

/** A selection that the types don't know, such as one built at run time: any field may be missing. */
export interface Unforeseen {
  readonly selects: 'some'
}

export type SelectionOf<Mode> = Mode extends { readonly select: infer Select }
  ? [Leaves<Select>] extends [true]
    ? Only<Select>
    : [Leaves<Select>] extends [false]
      ? AllBut<Select>
      : Unforeseen
  : 'select' extends keyof Mode
    ? Unforeseen
    : Whole

/** `never` for the empty selection, which yields only the id. */
type Leaves<Select> = {
  [Name in keyof Select]: Select[Name] extends boolean ? Select[Name] : Leaves<Select[Name]>
}[keyof Select]

export type SelectedName<Name extends string, From extends InferredSelection> =
  From extends Only<infer Tree> ? Name & keyof Tree : From extends AllBut<infer Tree> ? LeftName<Name, Tree> : Name

type LeftName<Name extends string, Tree> = Name extends keyof Tree ? (Tree[Name] extends false ? never : Name) : Name

export type SelectionBelow<From extends InferredSelection, Name extends string> =
  From extends Only<infer Tree>
    ? Name extends keyof Tree
      ? Tree[Name] extends true
        ? Whole
        : Only<Tree[Name]>
      : Only<object>
    : From extends AllBut<infer Tree>
      ? Name extends keyof Tree
        ? AllBut<Tree[Name]>
        : Whole
      : From

export type SelectionOfBlock<From extends InferredSelection, Block extends string> =
  From extends AllBut<{ readonly [Name in Block]: false }> ? Only<object> : SelectionBelow<From, Block>
