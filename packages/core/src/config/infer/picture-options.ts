import type { DefaultFormat, DefaultWidth, PictureFormat } from '../upload-images.ts'
import type { CollectionSlug, UploadOf } from './config.ts'
import type { ContentModel } from './content-model.ts'

type ImagesOf<Config extends ContentModel, Slug extends CollectionSlug<Config>> =
  UploadOf<Config, Slug> extends { readonly images: infer Images } ? Images : never

/** The image widths of a collection. Any number if the slug is not known. */
export type PictureWidth<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? number
  : [ImagesOf<Config, Slug>] extends [never]
    ? never
    : ImagesOf<Config, Slug> extends { readonly widths: readonly (infer Width)[] }
      ? Width
      : DefaultWidth

/** The image formats: the configured ones, the file's own, and automatic negotiation. */
export type PictureFormatName<Config extends ContentModel, Slug extends CollectionSlug<Config>> = string extends Slug
  ? PictureFormat | 'auto' | 'original'
  : [ImagesOf<Config, Slug>] extends [never]
    ? never
    :
        | 'auto'
        | 'original'
        | (ImagesOf<Config, Slug> extends { readonly formats: readonly (infer Format)[] } ? Format : DefaultFormat)
