import type { RowOperator } from '../../contracts/operators.ts'
import type { ContentModel } from './content-model.ts'
import type { CallMode, CollectionSlug, Level, LocalesOf } from './config.ts'
import type { DocumentsOf, QueryablePath, FoundAt, FoundFrom } from './found.ts'
import type { IsOmitted } from './omittable.ts'
import type { JoinChoice } from './populate.ts'
import type { Problem, UnknownName } from './problem.ts'
import type { SortOf } from './sort.ts'
import type { ListedPath, WhereOf } from './where.ts'

/**
 * Checks the options of a call against what it takes. A type parameter accepts anything, so names that don't exist
 * would pass. This looks up each given name instead, at any depth, which also avoids listing all paths that exist. A
 * mistake becomes a `Problem`; anything correct becomes `unknown`, which changes nothing in an intersection.
 *
 * Options that are the constraint itself are known by their mark: a comparison would resolve all that the call takes.
 */
export type Checked<Given, Taken> = IsOmitted<Given> extends true ? unknown : CheckedNames<Given, Taken>

type CheckedNames<Given, Taken> = [Taken] extends [Given]
  ? unknown
  : {
      readonly [Name in keyof Given]: Name extends KeyIn<Taken>
        ? Name extends 'select' | 'populate'
          ? Exactly<Given[Name], MemberIn<Taken, Name>>
          : Name extends 'depth'
            ? CheckedDepth<Given, Given[Name]>
            : Name extends 'joins'
              ? CheckedJoins<Given, Given[Name], MemberIn<Taken, Name>>
              : unknown
        : UnknownName<Name>
    }

export type CheckedQuery<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given extends CallMode,
  Taken,
> =
  IsOmitted<Given> extends true
    ? unknown
    : [Taken] extends [Given]
      ? unknown
      : string extends Slug
        ? unknown
        : CheckedNames<Given, Taken> & {
            readonly [Name in keyof Given & ('where' | 'sort')]: Name extends 'where'
              ? CheckedWhere<
                  Config,
                  DocumentsOf<Slug>,
                  LocalesOf<Config, Given>,
                  WhereOf<Config, Slug, Given>,
                  Given[Name]
                >
              : CheckedSort<Config, Slug, LocalesOf<Config, Given>, SortOf<Config, Slug, Given>, Given[Name]>
          }

type KeyIn<Known> = Known extends unknown ? keyof Known : never

type MemberIn<Known, Name> = Known extends unknown
  ? Name extends keyof Known
    ? Extract<Known[Name], object>
    : never
  : never

type Exactly<Given, Known> = [Known] extends [Given]
  ? unknown
  : {
      readonly [Name in keyof Given]: Name extends KeyIn<Known>
        ? Exactly<Given[Name], MemberIn<Known, Name>>
        : UnknownName<Name>
    }

type CheckedDepth<Given, Depth> = 'populate' extends keyof Given
  ? Problem<'Not together with "populate".'>
  : number extends Depth
    ? unknown
    : Depth extends Level
      ? unknown
      : Problem<'A depth is 0 to 5.'>

type CheckedJoins<Mode, Given, Known> = {
  readonly [Path in keyof Given]: Path extends KeyIn<Known>
    ? CheckedJoin<Mode, Given[Path], MemberIn<Known, Path>>
    : UnknownName<Path>
}

/** The paths are those of the collection that the join lists. */
type CheckedJoin<Mode, Given, Known> =
  Known extends JoinChoice<infer Config extends ContentModel, infer Target>
    ? {
        readonly [Name in keyof Given]: Name extends 'where'
          ? CheckedWhere<Config, DocumentsOf<Target>, LocalesIn<Config, Mode>, WhereOf<Config, Target>, Given[Name]>
          : Name extends 'sort'
            ? CheckedSort<Config, Target, LocalesIn<Config, Mode>, SortOf<Config, Target>, Given[Name]>
            : Name extends 'limit'
              ? unknown
              : UnknownName<Name>
      }
    : unknown

type LocalesIn<Config extends ContentModel, Mode> = Mode extends CallMode ? LocalesOf<Config, Mode> : never

/** `Start` is the start of paths: documents, or rows. */
type CheckedWhere<Config extends ContentModel, Start, All extends string, Taken, Given> = [Taken] extends [Given]
  ? unknown
  : {
      readonly [Path in keyof Given]: Path extends 'and' | 'or'
        ? CheckedList<Config, Start, All, Taken, Given[Path]>
        : Path extends 'not'
          ? CheckedWhere<Config, Start, All, Taken, Given[Path]>
          : string extends Path
            ? unknown
            : [FoundFrom<Config, Start, All, Path>] extends [never]
              ? UnknownName<Path, BesidePath<Path, ListedPath<Config, Start, All>>>
              : CheckedConditions<Config, All, FoundFrom<Config, Start, All, Path>, Given[Path]>
    }

type CheckedList<Config extends ContentModel, Start, All extends string, Taken, Given> = {
  readonly [Index in keyof Given]: CheckedWhere<Config, Start, All, Taken, Given[Index]>
}

/** Distributes: a condition on a polymorphic relationship may match any of its collections. */
type CheckedConditions<Config extends ContentModel, All extends string, Result, Given> =
  Result extends QueryablePath<infer Conditions, boolean, infer Rows>
    ? {
        readonly [Name in keyof Given]: Name extends keyof Conditions
          ? Given[Name] extends Conditions[Name]
            ? unknown
            : Problem<`"${Name & string}" takes another value here.`>
          : Name extends AskedOf<Rows>
            ? CheckedWhere<Config, Rows, All, unknown, Given[Name]>
            : UnknownName<Name, keyof Conditions>
      }
    : never

/** The paths that begin with the same name; for a single name, those of one name. */
type BesidePath<Path, Known> = Path extends `${infer First}.${string}`
  ? Extract<Known, `${First}.${string}`>
  : Exclude<Known, `${string}.${string}`>

type AskedOf<Rows> = [Rows] extends [never] ? never : RowOperator

type CheckedSort<Config extends ContentModel, Slug, All extends string, Taken, Given> = [Taken] extends [Given]
  ? unknown
  : Given extends readonly unknown[]
    ? { readonly [Index in keyof Given]: CheckedSort<Config, Slug, All, Taken, Given[Index]> }
    : Given extends `-${infer Path}`
      ? CheckedKey<FoundAt<Config, Slug, All, Path>, Given>
      : CheckedKey<FoundAt<Config, Slug, All, Given>, Given>

type CheckedKey<Result, Path> = [Result] extends [never]
  ? UnknownName<Path>
  : [Result] extends [QueryablePath<unknown, true, unknown>]
    ? unknown
    : Problem<`Documents cannot be sorted by "${Path & string}".`>
