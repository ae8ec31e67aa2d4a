import type {
  AnsweredDoc,
  CallExtra,
  CallMode,
  Checked,
  CollectionSlug,
  ContentModel,
  CreatedDoc,
  CreateInput,
  CreateOptions,
  DraftOption,
  ModeOf,
  Omittable,
  PictureFormatName,
  PictureWidth,
  PresentOptions,
  Requested,
  SaveOptions,
  TrashOption,
  UpdateInput,
  UpdateOptions,
} from '@quirecms/core/feature'
import type { IMAGE_FRAME_SCHEMA, REMOTE_UPLOAD_SCHEMA } from './upload-bodies.ts'

export interface UploadApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
  Create extends CallMode = CreateOptions<Config, Slug> & Extra['options'] & Extra['upload'],
  Save extends CallMode = SaveOptions<Config, Slug> & Extra['options'] & Extra['upload'],
  Present extends CallMode = PresentOptions<Config, Slug> & Extra['options'],
  Update extends CallMode = UpdateOptions<Config, Slug> & Extra['options'],
> {
  create<const Options extends Omittable<Create>>(
    data: CreateInput<Config, Slug, ModeOf<Options>> & { readonly file: Extra['file'] },
    options?: Options & Checked<Options, Create>,
  ): CreatedDoc<Config, Slug, Options>
  /** With `file`, replaces the document's file. */
  update<const Options extends Omittable<Save>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>> & { readonly file?: Extra['file'] },
    options?: Options & Checked<Options, Save>,
  ): AnsweredDoc<Config, Slug, Options>
  /** Fetches the file from an https address of one of the hosts that the configuration lists. */
  remoteUpload<const Options extends Omittable<Present>>(
    request: Requested<typeof REMOTE_UPLOAD_SCHEMA, { readonly create: CreateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): AnsweredDoc<Config, Slug, Options>
  /** Sets the focal point and crop of an image, and makes its sizes again. */
  updateImage<const Options extends Omittable<Update>>(
    id: string,
    frame: Requested<typeof IMAGE_FRAME_SCHEMA>,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
  /** Reads the file, by its `objectKey` or that of one of its sizes. */
  readFile(objectKey: string, options?: Extra['options'] & FileOptions<Config, Slug>): Promise<Extra['content']>
}

interface FileOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends TrashOption<Config, Slug>,
    DraftOption<Config, Slug> {
  /** Sends the file as a download with its name, even if a browser could show it. */
  readonly download?: boolean
  /** Width of the picture in pixels, one of `upload.images`. Never wider than the file. */
  readonly w?: PictureWidth<Config, Slug>
  /**
   * Format, together with `w`. `'auto'` is the first format that the header `Accept` names, or else that of the file.
   */
  readonly format?: PictureFormatName<Config, Slug>
}
