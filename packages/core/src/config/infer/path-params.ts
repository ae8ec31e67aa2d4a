/** The parameters of a path: `/hello/:name` has one. */
export type ParamsOf<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : { readonly [Name in NameIn<Path>]: string }

type NameIn<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? NameIn<Segment> | NameIn<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never
