import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { CollectionFields, CollectionSlug, LocaleOf, TargetOf, VisibleName } from './config.ts'
import type { ContentModel } from './content-model.ts'
import type { SortOf } from './sort.ts'
import type { WhereOf } from './where.ts'

/**
 * What a call asks of the joins of its documents, by their path.
 *
 * @example
 * const joins = {
 *   comments: { limit: 5, sort: '-createdAt', where: { approved: { equals: true } } },
 * } satisfies JoinsOf<typeof config, 'posts'>
 */
export type JoinsOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = JoinsIn<
  Config,
  CollectionFields<Config, Slug>
>

type JoinsIn<Config extends ContentModel, Fields extends FieldDefinitions> = string extends keyof Fields
  ? AnyJoins
  : // Without a join, there is nothing to ask.
    [EntriesOf<Fields, ''>] extends [never]
    ? never
    : { readonly [Entry in EntriesOf<Fields, ''> as Entry[0]]?: ChoiceOf<Config, Entry[1]> }

/** For a configuration that the types don't know. */
type AnyJoins = {
  readonly [path: string]: {
    readonly limit?: number
    readonly sort?: string | readonly string[]
    readonly where?: object
  }
}

type ChoiceOf<Config extends ContentModel, Target> =
  Target extends CollectionSlug<Config> ? JoinChoice<Config, Target> : never

/** An interface, so that what checks a call can tell which documents a choice is about. */
export interface JoinChoice<Config extends ContentModel, Target extends CollectionSlug<Config>> {
  /** How many documents to list, up to the `limit` of the join. */
  readonly limit?: number
  readonly sort?: SortKey<Config, Target> | readonly SortKey<Config, Target>[]
  /** Of the documents that the join lists, only these. */
  readonly where?: WhereOf<Config, Target>
}

/** If all locales are read, paths may name one. The call itself checks which ones may, because it names its locale. */
export type SortKey<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  | SortOf<Config, Slug>
  | `${string}.${LocaleOf<Config>}`
  | `${string}.${LocaleOf<Config>}.${string}`

/** Pairs of the path of a join and its collection. A join belongs to the document, so it may be in groups but not in rows. */
type EntriesOf<Fields extends FieldDefinitions, Prefix extends string> = {
  [Name in VisibleName<Fields>]: EntriesAt<Fields[Name], `${Prefix}${Name}`>
}[VisibleName<Fields>]

type EntriesAt<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'join'
      ? [Path, TargetOf<Options>]
      : Type extends 'group'
        ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
          ? EntriesOf<Fields, `${Path}.`>
          : never
        : never
    : never
