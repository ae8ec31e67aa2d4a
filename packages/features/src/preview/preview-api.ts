import type {
  AnsweredDoc,
  AnsweredGlobal,
  CallMode,
  Checked,
  CollectionSlug,
  ContentModel,
  GlobalPopulateOf,
  GlobalPresentOptions,
  GlobalSlug,
  GlobalUpdateInput,
  ModeOf,
  Omittable,
  PopulateOf,
  PresentOptions,
  Requested,
  UnfinishedDoc,
  UnfinishedGlobalDoc,
  UpdateInput,
} from '@quirecms/core/feature'
import type { PreviewTokenAnswer, PreviewTokenRequest, RENDER_SCHEMA } from './preview-token-api.ts'

export interface PreviewApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  Present extends CallMode = PresentOptions<Config, Slug> & Given,
> {
  /**
   * Creates a token that shows the newest content of this document for a short time, to every client that has it.
   * Related documents are shown as the public reads them, except those that `populate` opens.
   */
  previewToken(
    id: string,
    request?: PreviewTokenRequest<PopulateOf<Config, Slug>>,
    options?: Given,
  ): Promise<PreviewTokenAnswer>
  /** Reads the newest content of the token's document, with the rights of the token's maker. */
  preview<const Options extends Omittable<Present>>(
    id: string,
    token: string,
    options?: Options & Checked<Options, Present>,
  ): AnsweredDoc<Config, Slug, Options>
  /**
   * Returns the preview as it would be if `data` were saved as a draft; required fields may be null. Stores nothing.
   */
  renderPreview<const Options extends Omittable<Present>>(
    id: string,
    request: Requested<typeof RENDER_SCHEMA, { readonly update: UpdateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): Promise<UnfinishedDoc<Config, Slug, ModeOf<Options>>>
}

export interface GlobalPreviewApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  Present extends CallMode = GlobalPresentOptions<Config, Slug> & Given,
> {
  /**
   * Creates a token that shows the newest content of the global for a short time, to every client that has it.
   * Related documents are shown as the public reads them, except those that `populate` opens.
   */
  previewToken(
    request?: PreviewTokenRequest<GlobalPopulateOf<Config, Slug>>,
    options?: Given,
  ): Promise<PreviewTokenAnswer>
  /** Reads the newest content of the global, with the rights of the token's maker. */
  preview<const Options extends Omittable<Present>>(
    token: string,
    options?: Options & Checked<Options, Present>,
  ): AnsweredGlobal<Config, Slug, Options>
  /**
   * Returns the preview of the global as it would be if `data` were saved as a draft; required fields may be null.
   * Stores nothing.
   */
  renderPreview<const Options extends Omittable<Present>>(
    request: Requested<typeof RENDER_SCHEMA, { readonly update: GlobalUpdateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): Promise<UnfinishedGlobalDoc<Config, Slug, ModeOf<Options>>>
}
