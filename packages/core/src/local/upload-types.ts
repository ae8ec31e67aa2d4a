import type { ImageFrame } from '../contracts/files.ts'
import type { StreamedContent } from '../contracts/operation.ts'
import type { QuireConfig } from '../config/define-config.ts'
import type { Checked } from '../config/infer/checked.ts'
import type { CollectionSlug } from '../config/infer/config.ts'
import type { CreateInput, UpdateInput } from '../config/infer/input.ts'
import type { CallOptions } from './call-options.ts'
import type {
  Answered,
  DraftOption,
  ModeOf,
  Omitted,
  PresentOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from './document-options.ts'
import type { GivenFile } from './given-file.ts'

/** The methods of a collection of files, in the place of or beside those that all collections have. */
export interface UploadApi<Config extends QuireConfig, Slug extends CollectionSlug<Config>> {
  create<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    data: CreateInput<Config, Slug, ModeOf<Options>> & { readonly file: GivenFile },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** With `file`, the document gets another file. */
  update<const Options extends SaveOptions<Config, Slug> = Omitted<SaveOptions<Config, Slug>>>(
    id: string,
    data: UpdateInput<Config, Slug, ModeOf<Options>> & { readonly file?: GivenFile },
    options?: Options & Checked<Options, SaveOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Fetches the file from an https address of one of the hosts that the configuration lists. */
  remoteUpload<const Options extends PresentOptions<Config, Slug> = Omitted<PresentOptions<Config, Slug>>>(
    request: { readonly url: string; readonly data?: CreateInput<Config, Slug, ModeOf<Options>> },
    options?: Options & Checked<Options, PresentOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** Says which part of an image counts, and makes its sizes anew. */
  updateImage<const Options extends UpdateOptions<Config, Slug> = Omitted<UpdateOptions<Config, Slug>>>(
    id: string,
    frame: Pick<ImageFrame, 'focalPoint'> & Partial<ImageFrame>,
    options?: Options & Checked<Options, UpdateOptions<Config, Slug>>,
  ): Answered<Config, Slug, Options>
  /** The file itself, by its `objectKey` or that of one of its sizes. */
  readFile(
    objectKey: string,
    options?: CallOptions & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
  ): Promise<StreamedContent>
}
