import type { DefaultFormat, DefaultWidth, PictureFormat } from '../upload-images.ts'
import type { CollectionSlug, UploadOf } from './config.ts'
import type { ContentModel } from './content-model.ts'

/** The `images` of a collection of files; `never` if it has none. */
type ImagesOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  UploadOf<Config, Slug> extends { readonly images: infer Images } ? Images : never

/** The widths in which pictures of a collection can be had. If the slug is not known, it may be one that has any. */
export type PictureWidth<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? number
  : [ImagesOf<Config, Slug>] extends [never]
    ? never
    : ImagesOf<Config, Slug> extends { readonly widths: readonly (infer Width)[] }
      ? Width
      : DefaultWidth

/** Their formats: those that are configured, that of the file, and what a client takes. */
export type PictureFormatName<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? PictureFormat | 'auto' | 'original'
  : [ImagesOf<Config, Slug>] extends [never]
    ? never
    :
        | 'auto'
        | 'original'
        | (ImagesOf<Config, Slug> extends { readonly formats: readonly (infer Format)[] } ? Format : DefaultFormat)
