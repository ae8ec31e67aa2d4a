import type { FieldDefinition } from '../../contracts/field.ts'
import type { CollectionConfig } from '../collection.ts'
import type { QuireConfig } from '../define-config.ts'
import type { CheckedFields } from './checked-fields.ts'
import type { Problem, UnknownName } from './checked.ts'
import type { CollectionFields, FeatureFields } from './config.ts'
import type { Elsewhere, FieldAt } from './field-at.ts'
import type { SystemName } from './path.ts'

/**
 * Checks the fields of a collection, and the paths in its `defaultSort`, `indexes` and `search`. Paths beyond a
 * relationship are only checked at start, when all collections are known. Accepts texts whose value the compiler
 * doesn't know.
 */
export interface CheckedCollection<Collection extends CollectionConfig, Sort, Indexes, Search> {
  readonly fields: CheckedFields<Collection['fields']>
  readonly defaultSort?: CheckedOrder<AllFields<Collection>, Sort>
  readonly indexes?: { readonly [Index in keyof Indexes]: CheckedIndex<AllFields<Collection>, Indexes[Index]> }
  readonly search?: Search extends { readonly fields: infer Searched }
    ? { readonly fields: CheckedSearch<AllFields<Collection>, Searched> }
    : unknown
}

type AllFields<Collection extends CollectionConfig> = CollectionFields<Alone<Collection>, 'it'>

/** An application with this collection, and unknown other ones. */
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

/** Types of fields that don't have one comparable value. */
type Unindexable = 'json' | 'point' | 'richText' | 'group' | 'array' | 'blocks' | 'virtual' | 'join'

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

type CheckedPath<Fields, Path, Unfit extends string> = Path extends SystemName | keyof FeatureFields
  ? unknown
  : string extends Path
    ? unknown
    : FieldAt<Fields, Path> extends infer Found
      ? [Found] extends [never]
        ? UnknownName<Path>
        : Found extends Elsewhere
          ? unknown
          : Found extends FieldDefinition<Unfit, unknown>
            ? Problem<`"${Path & string}" is a field of another type than this takes.`>
            : unknown
      : never
