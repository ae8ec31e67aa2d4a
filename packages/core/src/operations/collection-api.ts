import type { CursorPagination, Pagination } from '../contracts/answer.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { Checked, CheckedQuery } from '../config/infer/checked.ts'
import type { CallMode, CollectionFields, CollectionSlug, GlobalSlug } from '../config/infer/config.ts'
import type { Doc, GlobalDoc } from '../config/infer/document.ts'
import type { UniqueName } from '../config/infer/features.ts'
import type { ModeOf, Omittable } from '../config/infer/omittable.ts'
import type { CreateInput, GlobalUpdateInput, PartialInput, UpdateInput } from '../config/infer/input.ts'
import type { Answered as AnswerTo } from '../config/infer/operation-methods.ts'
import type { AddedParameters, AddedToCollection, AddedToGlobal } from '../config/infer/plugins.ts'
import type { BulkAnswer, BulkRequest, BulkWhereAnswer, BulkWhereRequest } from './bulk-api.ts'
import type { COUNT_SCHEMA, DeleteApi, DistinctValues } from './document-api.ts'
import type {
  AnsweredDoc,
  AnsweredGlobal,
  CreatedDoc,
  CreateOptions,
  DistinctOptions,
  EachOptions,
  FindOptions,
  GlobalReadOptions,
  GlobalSaveOptions,
  ReadOptions,
  SaveOptions,
  UpdateOptions,
  WrittenDoc,
} from './document-options.ts'

/** Cursor pagination has no page numbers and no total. */
export type PaginationOf<Options> = Options extends { readonly after: string } ? CursorPagination : Pagination

/** For local calls only, because they get no response header (docs/caching.md#tags). */
type TagsOption<Given> = 'context' extends keyof Given
  ? {
      /** Also returns the cache tags of the list. */
      readonly tags?: boolean
    }
  : unknown

type TagsOf<Options> = Options extends { readonly tags: true } ? { readonly tags: readonly string[] } : unknown

/** A type, not an interface: hovers of methods would begin with all of its arguments. */
export type CollectionOperations<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Find extends CallMode = FindOptions<Config, Slug> & AddedParameters<AddedToCollection<Config, Slug>, 'find'> & Given,
  Count extends CallMode = FindOptions<Config, Slug> &
    AddedParameters<AddedToCollection<Config, Slug>, 'count'> &
    Given,
  Read extends CallMode = ReadOptions<Config, Slug> &
    AddedParameters<AddedToCollection<Config, Slug>, 'findOne'> &
    Given,
  Create extends CallMode = CreateOptions<Config, Slug> & Given,
  Save extends CallMode = SaveOptions<Config, Slug> & Given,
  Each extends CallMode = EachOptions<Config, Slug> & AddedParameters<AddedToCollection<Config, Slug>, 'find'> & Given,
  Update extends CallMode = UpdateOptions<Config, Slug> & Given,
> = DeleteApi<Given> & {
  find<const Options extends Omittable<Find & TagsOption<Given>>>(
    options?: Options & CheckedQuery<Config, Slug, Options, Find & TagsOption<Given>>,
  ): Promise<{ docs: Doc<Config, Slug, ModeOf<Options>>[]; pagination: PaginationOf<Options> } & TagsOf<Options>>
  findOne<const Options extends Omittable<Read>>(
    id: string,
    options?: Options & Checked<Options, Read>,
  ): Promise<Doc<Config, Slug, ModeOf<Options>>>
  count<const Options extends Omittable<Count>>(
    options?: Options & CheckedQuery<Config, Slug, Options, Count>,
  ): Promise<AnswerTo<typeof COUNT_SCHEMA>>
  /** Lists the values of a field in matching documents with their counts, most frequent first. */
  distinct(
    options: DistinctOptions<Config, Slug> & AddedParameters<AddedToCollection<Config, Slug>, 'distinct'> & Given,
  ): Promise<DistinctValues>
  create<const Options extends Omittable<Create>>(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, Create>,
  ): CreatedDoc<Config, Slug, Options>
  update<const Options extends Omittable<Save>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, Save>,
  ): AnsweredDoc<Config, Slug, Options>
  /**
   * Goes through all documents that are found, in the order of their ids, however many there are.
   *
   * @example
   * for await (const post of app.local.asSystem().collections.posts.each({ where: { views: { less_than: 10 } } })) …
   */
  each<const Options extends Omittable<Each>>(
    options?: Options & CheckedQuery<Config, Slug, Options, Each>,
  ): AsyncIterable<Doc<Config, Slug, ModeOf<Options>>>
  duplicate<const Options extends Omittable<Update>>(
    id: string,
    overrides?: PartialInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
  /** Applies an action to all documents of a query that the caller may read. */
  bulk(request: BulkWhereRequest<Config, Slug>, options?: Given): Promise<BulkWhereAnswer>
  /** Applies an action to each of these documents. */
  bulk(request: BulkRequest<Config, Slug>, options?: Given): Promise<BulkAnswer<WrittenDoc<Config, Slug>>>
}

interface UpsertOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends UpdateOptions<Config, Slug> {
  /** A unique field that is not localized: `'slug'`. */
  readonly by: UniqueName<CollectionFields<Config, Slug>>
}

export interface UpsertApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Upsert extends CallMode = UpsertOptions<Config, Slug> & Given,
> {
  /** Creates a document, or updates the one with the same value in the unique field `by`. */
  upsert<const Options extends Upsert = Upsert>(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options: Options & Checked<Options, Upsert>,
  ): AnsweredDoc<Config, Slug, Options>
}

export type GlobalOperations<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  Read extends CallMode = GlobalReadOptions<Config, Slug> &
    AddedParameters<AddedToGlobal<Config, Slug>, 'find'> &
    Given,
  Save extends CallMode = GlobalSaveOptions<Config, Slug> & Given,
> = {
  get<const Options extends Omittable<Read>>(
    options?: Options & Checked<Options, Read>,
  ): Promise<GlobalDoc<Config, Slug, ModeOf<Options>>>
  update<const Options extends Omittable<Save>>(
    data: GlobalUpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, Save>,
  ): AnsweredGlobal<Config, Slug, Options>
}
