/**
 * The names of members, arguments, options and answers in which two APIs differ; `never` if they are the same. It
 * compares methods with the widest options that they take. The methods that return the API itself are left out.
 */
export type Differences<One, Other, Path extends string = ''> =
  | Missing<keyof One, keyof Other, Path>
  | Missing<keyof Other, keyof One, Path>
  | {
      [Name in Shared<keyof One, keyof Other>]-?: Name extends ReturnsApi
        ? never
        : DifferencesAt<One[Name], Other[Name], `${Path}.${Name}`>
    }[Shared<keyof One, keyof Other>]

type ReturnsApi = 'with' | 'as' | 'asSystem' | 'transaction'

type Shared<Names, Others> = Names & Others & string

type Missing<Names, Others, Path extends string> =
  Exclude<Names, Others> extends infer Name extends string ? `${Path}.${Name} is on one side only` : never

type DifferencesAt<One, Other, Path extends string> = [One, Other] extends [
  (...args: infer Taken) => infer Answer,
  (...args: infer OtherTaken) => infer OtherAnswer,
]
  ? InArguments<Taken, OtherTaken, Path> | Unlike<Awaited<Answer>, Awaited<OtherAnswer>, `${Path}: the answer`>
  : One extends object
    ? Differences<One, Other, Path>
    : Unlike<One, Other, Path>

type InArguments<Taken extends readonly unknown[], Other extends readonly unknown[], Path extends string> = [
  Taken['length'],
  Other['length'],
] extends [Other['length'], Taken['length']]
  ? {
      [Index in keyof Taken]-?: Index extends keyof Other
        ? InArgument<NonNullable<Taken[Index]>, NonNullable<Other[Index]>, `${Path}: argument ${Index & string}`>
        : never
    }[number]
  : `${Path}: the number of arguments`

/** Mutual assignability alone would not find optional members that one side lacks. */
type InArgument<One, Other, Path extends string> = [One] extends [object]
  ?
      | Missing<NameIn<One>, NameIn<Other>, Path>
      | Missing<NameIn<Other>, NameIn<One>, Path>
      | {
          [Name in Shared<NameIn<One>, NameIn<Other>>]: Unlike<At<One, Name>, At<Other, Name>, `${Path}.${Name}`>
        }[Shared<NameIn<One>, NameIn<Other>>]
  : Unlike<One, Other, Path>

/** Distribute over unions of options. */
type NameIn<Options> = Options extends unknown ? keyof Options : never
type At<Options, Name> = Options extends unknown ? (Name extends keyof Options ? Options[Name] : never) : never

type Unlike<One, Other, Path extends string> = [Copied<One>, Copied<Other>] extends [Copied<Other>, Copied<One>]
  ? never
  : `${Path} differs`

/**
 * The same members without the name of the type, two levels down: the compiler compares interfaces of one name by their
 * type arguments, and configurations and generated types are never the same.
 */
type Copied<Value, Levels extends 0[] = []> = Value extends (...args: never) => unknown
  ? Value
  : Levels['length'] extends 2
    ? Value
    : { [Name in keyof Value]: Copied<Value[Name], [...Levels, 0]> }
