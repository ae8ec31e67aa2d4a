import type { ImageFrame } from '../contracts/files.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CollectionSlug } from '../config/infer/config.ts'
import type { CreateInput, UpdateInput } from '../config/infer/input.ts'
import type { CallExtra } from './call-options.ts'
import type {
  Answered,
  DraftOption,
  ModeOf,
  Omitted,
  CreateOptions,
  PresentOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from './document-options.ts'

/** The methods of a collection of files, in the place of or beside those that all collections have. */
export interface UploadApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> {
  create<
    const Options extends CreateOptions<Config, Slug> & Extra['options'] & Extra['upload'] = Omitted<
      CreateOptions<Config, Slug> & Extra['options'] & Extra['upload']
    >,
  >(
    data: CreateInput<Config, Slug, ModeOf<Options>> & { readonly file: Extra['file'] },
    options?: Options & Checked<Options, CreateOptions<Config, Slug> & Extra['options'] & Extra['upload']>,
  ): Answered<Config, Slug, Options>
  /** With `file`, the document gets another file. */
  update<
    const Options extends SaveOptions<Config, Slug> & Extra['options'] & Extra['upload'] = Omitted<
      SaveOptions<Config, Slug> & Extra['options'] & Extra['upload']
    >,
  >(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>> & { readonly file?: Extra['file'] },
    options?: Options & Checked<Options, SaveOptions<Config, Slug> & Extra['options'] & Extra['upload']>,
  ): Answered<Config, Slug, Options>
  /** Fetches the file from an https address of one of the hosts that the configuration lists. */
  remoteUpload<
    const Options extends PresentOptions<Config, Slug> & Extra['options'] = Omitted<
      PresentOptions<Config, Slug> & Extra['options']
    >,
  >(
    request: { readonly url: string; readonly data?: CreateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, PresentOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  /** Says which part of an image counts, and makes its sizes anew. */
  updateImage<
    const Options extends UpdateOptions<Config, Slug> & Extra['options'] = Omitted<
      UpdateOptions<Config, Slug> & Extra['options']
    >,
  >(
    id: string,
    frame: Pick<ImageFrame, 'focalPoint'> & Partial<ImageFrame>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug> & Extra['options']>,
  ): Answered<Config, Slug, Options>
  /** The file itself, by its `objectKey` or that of one of its sizes. */
  readFile(
    objectKey: string,
    options?: Extra['options'] & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
  ): Promise<Extra['content']>
}
