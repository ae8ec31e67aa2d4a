import type { RuleArguments } from '../../contracts/access.ts'
import type { FieldDefinition } from '../../contracts/field.ts'
import type { CollectionConfig, CollectionRuleName } from '../collection.ts'
import type { QuireConfig } from '../define-config.ts'
import type { CheckedAnswer } from './checked-rules.ts'
import type { CollectionTraitsOf, EntityWithFields } from './traits.ts'
import type { CheckedFields } from './checked-fields.ts'
import type { Problem, UnknownName } from './problem.ts'
import type { CollectionFields, FeatureFields } from './config.ts'
import type { Elsewhere, FieldAt } from './field-at.ts'
import type { SystemName } from './path.ts'
import type { Unsortable } from './sort.ts'

/**
 * Checks the fields of a collection, the queries of its rules, and the paths in `defaultSort`, `indexes` and `search`. Paths beyond a
 * relationship are only checked at start, when all collections are known. Accepts texts whose value the compiler
 * doesn't know.
 */
export interface CheckedCollection<Given extends EntityWithFields> {
  readonly fields: CheckedFields<Given['fields']>
  readonly defaultSort?: Given extends { readonly defaultSort: infer Sort }
    ? CheckedOrder<AllFields<Given>, Sort>
    : unknown
  readonly indexes?: Given extends { readonly indexes: infer Indexes }
    ? { readonly [Index in keyof Indexes]: CheckedIndex<AllFields<Given>, Indexes[Index]> }
    : unknown
  readonly search?: Given extends { readonly search: { readonly fields: infer Searched } }
    ? { readonly fields: CheckedSearch<AllFields<Given>, Searched> }
    : unknown
  /**
   * The compiler reports a mistake at its path, and not at the name of the rule, if that is not optional and the rule
   * has one signature. The arguments don't depend on `Given`, so the compiler knows them before it has seen an answer.
   */
  readonly access?: {
    readonly [Name in CollectionRuleName]?: (args: RuleArguments) => CheckedAnswer<AllFields<Given>, Given, Name>
  } & (Given extends { readonly access: infer Rules }
    ? { readonly [Name in keyof Rules & CollectionRuleName]: {} }
    : {})
  readonly upload?: Given extends { readonly auth: true | object; readonly upload: true | object }
    ? Problem<'A collection of users cannot hold files.'>
    : unknown
}

type AllFields<Given extends EntityWithFields> =
  CollectionConfig<CollectionTraitsOf<Given>> extends infer Collection extends CollectionConfig
    ? CollectionFields<Alone<Collection>, 'it'>
    : never

type Alone<Collection extends CollectionConfig> = QuireConfig<{
  readonly it: Collection
  readonly [others: string]: CollectionConfig
}>

type CheckedOrder<Fields, Sort> = Sort extends readonly unknown[]
  ? { readonly [Index in keyof Sort]: CheckedKey<Fields, Sort[Index]> }
  : CheckedKey<Fields, Sort>

type CheckedKey<Fields, Key> = CheckedPath<Fields, Key extends `-${infer Path}` ? Path : Key, Unindexable>

type CheckedIndex<Fields, Index> = {
  readonly [Name in keyof Index]: Name extends 'fields' ? CheckedList<Fields, Index[Name], Unindexable> : unknown
}

type CheckedSearch<Fields, Searched> = Searched extends readonly unknown[]
  ? CheckedList<Fields, Searched, Unsearchable>
  : { readonly [Path in keyof Searched]: CheckedPath<Fields, Path, Unsearchable> }

type CheckedList<Fields, Paths, Unfit extends string> = {
  readonly [Index in keyof Paths]: CheckedPath<Fields, Paths[Index], Unfit>
}

type Unindexable = Unsortable | 'group'

type Unsearchable =
  | 'number'
  | 'checkbox'
  | 'date'
  | 'point'
  | 'relationship'
  | 'upload'
  | 'group'
  | 'array'
  | 'blocks'
  | 'virtual'
  | 'join'

type Fit<Fields, Unfit extends string> =
  | SystemName
  | {
      [Name in keyof Fields]: Fields[Name] extends FieldDefinition<Unfit, unknown> ? never : Name
    }[keyof Fields]

type CheckedPath<Fields, Path, Unfit extends string> = Path extends SystemName | keyof FeatureFields
  ? unknown
  : string extends Path
    ? unknown
    : FieldAt<Fields, Path> extends infer Found
      ? [Found] extends [never]
        ? UnknownName<Path, Fit<Fields, Unfit> & string>
        : Found extends Elsewhere
          ? unknown
          : Found extends FieldDefinition<Unfit, unknown>
            ? Problem<`"${Path & string}" is a field of another type than this takes.`>
            : unknown
      : never
