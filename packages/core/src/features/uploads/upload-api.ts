import type { Checked } from '../../config/infer/checked.ts'
import type { CallMode, CollectionSlug } from '../../config/infer/config.ts'
import type { PictureFormatName, PictureWidth } from '../../config/infer/picture-options.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { CreateInput, UpdateInput } from '../../config/infer/input.ts'
import type { Requested } from '../../config/infer/operation-methods.ts'
import type { CallExtra } from '../../operations/call-extra.ts'
import type {
  Answered,
  CreateOptions,
  DraftOption,
  ModeOf,
  Omitted,
  PresentOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from '../../operations/document-options.ts'
import type { IMAGE_FRAME_SCHEMA, REMOTE_UPLOAD_SCHEMA } from './upload-bodies.ts'

/** The methods of a collection of files, in the place of or beside those that all collections have. */
export interface UploadApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
  Create extends CallMode = CreateOptions<Config, Slug> & Extra['options'] & Extra['upload'],
  Save extends CallMode = SaveOptions<Config, Slug> & Extra['options'] & Extra['upload'],
  Present extends CallMode = PresentOptions<Config, Slug> & Extra['options'],
  Update extends CallMode = UpdateOptions<Config, Slug> & Extra['options'],
> {
  create<const Options extends Create = Omitted<Create>>(
    data: CreateInput<Config, Slug, ModeOf<Options>> & { readonly file: Extra['file'] },
    options?: Options & Checked<Options, Create>,
  ): Answered<Config, Slug, Options>
  /** With `file`, the document gets another file. */
  update<const Options extends Save = Omitted<Save>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>> & { readonly file?: Extra['file'] },
    options?: Options & Checked<Options, Save>,
  ): Answered<Config, Slug, Options>
  /** Fetches the file from an https address of one of the hosts that the configuration lists. */
  remoteUpload<const Options extends Present = Omitted<Present>>(
    request: Requested<typeof REMOTE_UPLOAD_SCHEMA, { readonly create: CreateInput<Config, Slug, ModeOf<Options>> }>,
    options?: Options & Checked<Options, Present>,
  ): Answered<Config, Slug, Options>
  /** Says which part of an image counts, and makes its sizes anew. */
  updateImage<const Options extends Update = Omitted<Update>>(
    id: string,
    frame: Requested<typeof IMAGE_FRAME_SCHEMA>,
    options?: Options & Checked<Options, Update>,
  ): Answered<Config, Slug, Options>
  /** The file itself, by its `objectKey` or that of one of its sizes. */
  readFile(objectKey: string, options?: Extra['options'] & FileOptions<Config, Slug>): Promise<Extra['content']>
}

interface FileOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends TrashOption<Config, Slug>,
    DraftOption<Config, Slug> {
  /** The file is to be saved, under its name, where a browser would show it. */
  readonly download?: boolean
  /** A picture in one of the widths of `upload.images`, in pixels. It is never wider than the file. */
  readonly w?: PictureWidth<Config, Slug>
  /** Together with `w`. With `'auto'`, the first format that the header `Accept` names, or else that of the file. */
  readonly format?: PictureFormatName<Config, Slug>
}
