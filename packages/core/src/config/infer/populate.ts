import type { FieldDefinition, FieldDefinitions } from '../../contracts/field.ts'
import type { ContentModel } from './content-model.ts'
import type { BlockFields } from './conditional.ts'
import type {
  CollectionFields,
  CollectionSlug,
  Fewer,
  GlobalFields,
  GlobalSlug,
  Level,
  LocaleOf,
  TargetOf,
  VisibleName,
} from './config.ts'
import type { SelectOf } from './select.ts'
import type { SortOf } from './sort.ts'
import type { WhereOf } from './where.ts'

/**
 * Which relationships and joins to populate, by path: `true`, or what to select and populate in the documents, down to
 * five levels.
 *
 * @example
 * const populate = {
 *   author: { select: { name: true }, populate: { team: true } },
 *   'sections.quote.by': true,
 * } satisfies PopulateOf<typeof config, 'posts'>
 */
export type PopulateOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> = PopulateIn<Config, Slug, 5>

export type GlobalPopulateOf<Config extends ContentModel, Slug extends GlobalSlug<Config>> = Tree<
  Config,
  GlobalFields<Config, Slug>,
  5
>

type PopulateIn<Config extends ContentModel, Slug extends CollectionSlug<Config>, Levels extends Level> = Tree<
  Config,
  CollectionFields<Config, Slug>,
  Levels
>

type Tree<
  Config extends ContentModel,
  Fields extends FieldDefinitions,
  Levels extends Level,
> = string extends keyof Fields
  ? AnyTree
  : {
      readonly [Entry in EntriesOf<Fields, ''> as Entry[0]]?: true | EntryChoice<Config, Entry[1], Levels>
    }

type EntryChoice<Config extends ContentModel, Target, Levels extends Level> =
  Target extends Mentioned<infer Slug> ? MentionChoice<Config, Slug, Levels> : TargetChoice<Config, Target, Levels>

/** Mentions of a text are populated by collection; any collection if the field doesn't limit them. */
type MentionChoice<Config extends ContentModel, Slug, Levels extends Level> = {
  readonly [One in Slug extends CollectionSlug<Config> ? Slug : CollectionSlug<Config>]?:
    | true
    | TargetChoice<Config, One, Levels>
}

/** Marks the collections of a text, to distinguish them from those of a relationship. */
interface Mentioned<Slug> {
  readonly mentioned: Slug
}

/** For a configuration that the types don't know. */
type AnyTree = { readonly [path: string]: true | { readonly select?: object; readonly populate?: AnyTree } }

/** Pairs of a path that leads to documents, and their collections. */
type EntriesOf<Fields extends FieldDefinitions, Prefix extends string> = {
  [Name in VisibleName<Fields>]: EntriesAt<Fields[Name], `${Prefix}${Name}`>
}[VisibleName<Fields>]

type EntriesAt<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'relationship' | 'upload' | 'join'
      ? [Path, TargetOf<Options>]
      : Type extends 'richText'
        ?
            | [Path, Mentioned<[TargetOf<Options>] extends [never] ? unknown : TargetOf<Options>>]
            | EntriesInBlocks<Options, Path>
        : Type extends 'group' | 'array'
          ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
            ? EntriesOf<Fields, `${Path}.`>
            : never
          : Type extends 'blocks'
            ? EntriesInBlocks<Options, Path>
            : never
    : never

type EntriesInBlocks<Options, Path extends string> = Options extends {
  readonly blocks: infer Blocks extends BlockFields
}
  ? {
      [Block in keyof Blocks & string]: EntriesOf<Blocks[Block]['fields'], `${Path}.${Block}.`>
    }[keyof Blocks & string]
  : never

/** How to present the targets. If they are in several collections, each takes the parts that it has. */
interface TargetChoice<Config extends ContentModel, Slug, Levels extends Level> {
  readonly select?: TargetSelect<Config, Slug>
  readonly populate?: TargetPopulate<Config, Slug, Levels>
}

type TargetSelect<Config extends ContentModel, Slug> =
  Slug extends CollectionSlug<Config> ? SelectOf<Config, Slug> : never

type TargetPopulate<Config extends ContentModel, Slug, Levels extends Level> = Levels extends keyof Fewer
  ? Fewer[Levels] extends keyof Fewer
    ? Slug extends CollectionSlug<Config>
      ? PopulateIn<Config, Slug, Fewer[Levels]>
      : never
    : never
  : never

/**
 * The options of joins, by their path.
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
  : [JoinEntries<Fields, ''>] extends [never]
    ? never
    : { readonly [Entry in JoinEntries<Fields, ''> as Entry[0]]?: ChoiceOf<Config, Entry[1]> }

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

export interface JoinChoice<Config extends ContentModel, Target extends CollectionSlug<Config>> {
  /** Maximum number of documents, up to the `limit` of the join. */
  readonly limit?: number
  readonly sort?: SortInput<Config, Target> | readonly SortInput<Config, Target>[]
  /** Filters the documents of the join. */
  readonly where?: WhereOf<Config, Target>
}

/** If all locales are read, paths may name one. The call itself checks which, because it has the locale. */
export type SortInput<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  | SortOf<Config, Slug>
  | `${string}.${LocaleOf<Config>}`
  | `${string}.${LocaleOf<Config>}.${string}`

/**
 * Pairs of the path of a join and its collection. A join belongs to the document, so it may be in groups but not in
 * rows.
 */
type JoinEntries<Fields extends FieldDefinitions, Prefix extends string> = {
  [Name in VisibleName<Fields>]: JoinEntriesAt<Fields[Name], `${Prefix}${Name}`>
}[VisibleName<Fields>]

type JoinEntriesAt<Field extends FieldDefinition, Path extends string> =
  Field extends FieldDefinition<infer Type, infer Options>
    ? Type extends 'join'
      ? [Path, TargetOf<Options>]
      : Type extends 'group'
        ? Options extends { readonly fields: infer Fields extends FieldDefinitions }
          ? JoinEntries<Fields, `${Path}.`>
          : never
        : never
    : never
