import type { ContentModel } from '../config/infer/content-model.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CallMode, GlobalSlug, GlobalHasAutosave, GlobalHasDrafts } from '../config/infer/config.ts'
import type { GlobalDoc } from '../config/infer/document.ts'
import type { GlobalUpdateInput } from '../config/infer/input.ts'
import type { GlobalPopulateOf } from '../config/infer/populate.ts'
import type { GlobalSelectOf } from '../config/infer/select.ts'
import type { CallExtra } from './call-options.ts'
import type { Capabilities } from './capability-types.ts'
import type { GlobalSnapshotOf, PageOptions, SnapshotList } from './version-types.ts'
import type { PreviewTokenAnswer, PreviewTokenRequest } from './preview-types.ts'
import type { Copy, Flag, LocaleOptions, ChangeOptions, Omitted, ModeOf, LocaleCopy } from './document-options.ts'

/** The methods of a global with versions. */
export interface GlobalVersionsApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Extra extends CallExtra,
> {
  versions<
    const Options extends LocaleOptions<Config> & PageOptions & Extra['options'] = Omitted<
      LocaleOptions<Config> & PageOptions & Extra['options']
    >,
  >(
    options?: Options & Checked<Options, LocaleOptions<Config> & PageOptions & Extra['options']>,
  ): Promise<SnapshotList<GlobalSnapshotOf<Config, Slug, ModeOf<Options>>>>
  version<
    const Options extends LocaleOptions<Config> & Extra['options'] = Omitted<LocaleOptions<Config> & Extra['options']>,
  >(
    revision: number,
    options?: Options & Checked<Options, LocaleOptions<Config> & Extra['options']>,
  ): Promise<GlobalSnapshotOf<Config, Slug, ModeOf<Options>>>
  restore<
    const Options extends GlobalRestoreOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalRestoreOptions<Config, Slug> & Extra['options']
    >,
  >(
    revision: number,
    options?: Options & Checked<Options, GlobalRestoreOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
}

/** The methods of a global with drafts. */
export interface GlobalDraftsApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Extra extends CallExtra,
> {
  publish<
    const Options extends GlobalUpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalUpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & Checked<Options, GlobalUpdateOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
  unpublish<
    const Options extends GlobalUpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalUpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & Checked<Options, GlobalUpdateOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
}

export interface GlobalPresentOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends LocaleOptions<Config> {
  readonly select?: GlobalSelectOf<Config, Slug>
  readonly populate?: GlobalPopulateOf<Config, Slug>
  readonly depth?: number
}

export interface GlobalUpdateOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalPresentOptions<Config, Slug>,
    ChangeOptions {}

export interface GlobalSaveOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** The snapshot takes the place of the one before it, if that is a draft of the same author. */
  readonly autosave?: Flag<Slug, GlobalHasAutosave<Config, Slug>>
}

interface GlobalDraftOption<Config extends ContentModel, Slug extends GlobalSlug<Config>> {
  /** With `true`, the newest content, which may be a draft; with `false`, what is live; with `'newest'`, the newest that the caller may read. */
  readonly draft?: Copy<Slug, GlobalHasDrafts<Config, Slug>>
}

export interface GlobalReadOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalPresentOptions<Config, Slug>,
    GlobalDraftOption<Config, Slug> {}

export interface GlobalRestoreOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** With `true`, the snapshot becomes a draft; without it, it is live at once. */
  readonly draft?: Flag<Slug, GlobalHasDrafts<Config, Slug>>
}

type AnsweredGlobal<Config extends ContentModel, Slug extends GlobalSlug<Config>, Options extends CallMode> = Promise<
  GlobalDoc<Config, Slug, ModeOf<Options>>
>

/** The methods of every global. */
export interface GlobalApi<Config extends ContentModel, Slug extends GlobalSlug<Config>, Extra extends CallExtra> {
  get<
    const Options extends GlobalReadOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalReadOptions<Config, Slug> & Extra['options']
    >,
  >(
    options?: Options & Checked<Options, GlobalReadOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
  update<
    const Options extends GlobalSaveOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalSaveOptions<Config, Slug> & Extra['options']
    >,
  >(
    data: GlobalUpdateInput<Config, Slug, ModeOf<Options>>,
    options?: Options & Checked<Options, GlobalSaveOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
  /** What the caller may do here, with this `data`. */
  access(
    request?: { readonly data?: GlobalUpdateInput<Config, Slug> },
    options?: Extra['options'],
  ): Promise<Capabilities>
}

/** The methods of a global in an application with users. */
export interface GlobalPreviewApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Extra extends CallExtra,
> {
  /**
   * Makes a token that shows the newest content of the global to whoever has it, for a short time. Other documents in the answer are
   * those that the public reads, and those that `populate` opens.
   */
  previewToken(
    request?: PreviewTokenRequest<GlobalPopulateOf<Config, Slug>>,
    options?: Extra['options'],
  ): Promise<PreviewTokenAnswer>
  /** The newest content of the global, with the rights of whoever made the token. */
  preview<
    const Options extends GlobalPresentOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalPresentOptions<Config, Slug> & Extra['options']
    >,
  >(
    token: string,
    options?: Options & Checked<Options, GlobalPresentOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
}

/** The methods of a global with localized fields. */
export interface GlobalLocaleApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Extra extends CallExtra,
> {
  /** Writes what one locale has into another. */
  copyLocale<
    const Options extends GlobalUpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      GlobalUpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    locales: LocaleCopy<Config>,
    options?: Options & Checked<Options, GlobalUpdateOptions<Config, Slug> & Extra['options']>,
  ): AnsweredGlobal<Config, Slug, Options>
}
