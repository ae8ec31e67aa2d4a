import type {
  AnsweredDoc,
  AnsweredGlobal,
  CallMode,
  Checked,
  CollectionSlug,
  ContentModel,
  GlobalSlug,
  GlobalUpdateOptions,
  ModeOf,
  Omittable,
  UpdateOptions,
} from '@quirecms/core/feature'

interface PublishOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends UpdateOptions<Config, Slug> {
  /** A revision that was published before: it is live again, and the newest content stays, as a draft. */
  readonly revision?: number
}

interface GlobalPublishOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** A revision that was published before: it is live again, and the newest content stays, as a draft. */
  readonly revision?: number
}

export interface DraftsApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Update extends CallMode = UpdateOptions<Config, Slug> & Given,
  Publish extends CallMode = PublishOptions<Config, Slug> & Given,
> {
  /** Publishes the newest content, or that of `revision`, which must be complete. */
  publish<const Options extends Omittable<Publish>>(
    id: string,
    options?: Options & Checked<Options, Publish>,
  ): AnsweredDoc<Config, Slug, Options, 'revision' extends keyof ModeOf<Options> ? false : true>
  /** Removes the live copy. The newest content stays, as a draft. */
  unpublish<const Options extends Omittable<Update>>(
    id: string,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
}

export interface GlobalDraftsApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  Update extends CallMode = GlobalUpdateOptions<Config, Slug> & Given,
  Publish extends CallMode = GlobalPublishOptions<Config, Slug> & Given,
> {
  /** Publishes the newest content, or that of `revision`, which must be complete. */
  publish<const Options extends Omittable<Publish>>(
    options?: Options & Checked<Options, Publish>,
  ): AnsweredGlobal<Config, Slug, Options, 'revision' extends keyof ModeOf<Options> ? false : true>
  /** Removes the live copy. The newest content stays, as a draft. */
  unpublish<const Options extends Omittable<Update>>(
    options?: Options & Checked<Options, Update>,
  ): AnsweredGlobal<Config, Slug, Options>
}
