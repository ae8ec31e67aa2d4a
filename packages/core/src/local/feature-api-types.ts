import type { ContentModel } from '../config/infer/content-model.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CollectionSlug } from '../config/infer/config.ts'
import type { CreateInput } from '../config/infer/input.ts'
import type { CallExtra } from './call-options.ts'
import type {
  Answered,
  ChangeOptions,
  LocaleCopy,
  LocaleOptions,
  ModeOf,
  Omitted,
  PresentOptions,
  RestoreOptions,
  TrashOption,
  UpdateOptions,
  UpsertOptions,
} from './document-options.ts'
import type { PopulateOf } from '../config/infer/populate.ts'
import type { PreviewTokenAnswer, PreviewTokenRequest } from './preview-types.ts'
import type { PageOptions, SnapshotList, SnapshotOf } from './version-types.ts'

export interface JoinChange {
  readonly additions?: readonly string[]
  readonly removals?: readonly string[]
}

/** The methods of a collection with writable joins. */
export interface JoinApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Field extends string,
  Extra extends CallExtra,
> {
  /** Makes other documents point here or no longer point here, by updating each of them. */
  changeJoin<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    field: Field,
    change: JoinChange,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection with a trash. */
export interface TrashApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  /** Takes a document out of the trash, as it was. */
  restoreDeleted<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  /** Removes a document from the trash for good. */
  deletePermanent(id: string, options?: Extra['options'] & ChangeOptions): Promise<{ id: string; deleted: true }>
  /**
   * Removes everything from the trash for good, as far as the caller may, and says how many documents that was. Over HTTP there may be more
   * than fits into the time of a request: then `remaining` says how many are left, and another call goes on.
   */
  emptyTrash(options?: Extra['options']): Promise<{ deleted: number; remaining?: number }>
}

/** Of a document in the trash, snapshots are there with `trash`. */
interface SnapshotOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config>,
    TrashOption<Config, Slug> {}

/** The methods of a collection with versions. */
export interface VersionsApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
> {
  /** The snapshots of a document, newest first. */
  versions<
    const Options extends SnapshotOptions<Config, Slug> & PageOptions & Extra['options'] = Omitted<
      SnapshotOptions<Config, Slug> & PageOptions & Extra['options']
    >,
  >(
    id: string,
    options?: Options & Checked<Options, SnapshotOptions<Config, Slug> & PageOptions & Extra['options']>,
  ): Promise<SnapshotList<SnapshotOf<Config, Slug, ModeOf<Options>>>>
  version<
    const Options extends SnapshotOptions<Config, Slug> & Extra['options'] = Omitted<
      SnapshotOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    revision: number,
    options?: Options & Checked<Options, SnapshotOptions<Config, Slug> & Extra['options']>,
  ): Promise<SnapshotOf<Config, Slug, ModeOf<Options>>>
  /** Writes the content of a snapshot as a new revision. */
  restore<
    const Options extends RestoreOptions<Config, Slug> & Extra['options'] = Omitted<
      RestoreOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    revision: number,
    options?: Options & Checked<Options, RestoreOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection with drafts. */
export interface DraftsApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  /** Makes the newest content live; it must be complete. */
  publish<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  /** Takes the live copy away; the newest content stays, as a draft. */
  unpublish<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection in an application with users. */
export interface PreviewApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  /**
   * Makes a token that shows the newest content of this document to whoever has it, for a short time. Other documents in the answer are
   * those that the public reads, and those that `populate` opens.
   */
  previewToken(
    id: string,
    request?: PreviewTokenRequest<PopulateOf<Config, Slug>>,
    options?: Extra['options'],
  ): Promise<PreviewTokenAnswer>
  /** The newest content of the document that the token is for, with the rights of whoever made it. */
  preview<
    const Options extends PresentOptions<Config, Slug> & Extra['options'] = Omitted<
      PresentOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    token: string,
    options?: Options & Checked<Options, PresentOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The methods of a collection with localized fields. */
export interface LocaleApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  /** Writes what one locale has into another. */
  copyLocale<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}

/** The method of a collection with a unique field that is not localized. */
export interface UpsertApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  /** Makes a document, or changes the one that has the same value in the unique field that `by` names. */
  upsert<
    const Options extends UpsertOptions<Config, Slug> & Extra['options'] = UpsertOptions<Config, Slug> &
      Extra['options'],
  >(
    data: CreateInput<Config, Slug, ModeOf<Options>>,
    options: Options & Checked<Options, UpsertOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
}
