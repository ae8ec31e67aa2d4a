import type { FieldDefinition } from '../../contracts/field.ts'
import type { ImageFrame } from '../../contracts/files.ts'
import type { SrcsetEntry } from '../upload-images.ts'

type Always<Type extends string> = FieldDefinition<Type, { readonly required: true; readonly maintained: true }>
type OfImages<Type extends string, Value = unknown> = FieldDefinition<
  Type,
  { readonly maintained: true; readonly typed: Value }
>

/** The fields of files, in addition to those of the configuration. */
export type FileFields<Upload> = CommonFields &
  (Upload extends { readonly sizes: infer Sizes } ? { readonly sizes: SizesField<Sizes> } : unknown) &
  (Upload extends { readonly folders: true }
    ? { readonly folder: FieldDefinition<'text', { readonly many: false }> }
    : unknown) &
  (Upload extends { readonly tags: true }
    ? { readonly tags: FieldDefinition<'text', { readonly many: true }> }
    : unknown) &
  (Upload extends { readonly images: object | true } ? { readonly srcset: SrcsetField } : unknown)

interface CommonFields {
  readonly filename: Always<'text'>
  readonly mimeType: Always<'text'>
  readonly filesize: Always<'number'>
  readonly objectKey: Always<'text'>
  readonly url: Always<'text'>
  readonly hash: Always<'text'>
  readonly width: OfImages<'number'>
  readonly height: OfImages<'number'>
  readonly focalPoint: OfImages<'json', ImageFrame['focalPoint']>
  readonly crop: OfImages<'json', NonNullable<ImageFrame['crop']>>
  readonly placeholder: OfImages<'text'>
}

/** Present only if selected, or in populated documents. */
type SrcsetField = FieldDefinition<'virtual', { readonly value: () => readonly SrcsetEntry[] | null | undefined }>

type SizesField<Sizes> = FieldDefinition<
  'group',
  {
    readonly maintained: true
    readonly fields: {
      readonly [Name in keyof Sizes & string]: FieldDefinition<'group', { readonly fields: SizeFields }>
    }
  }
>

/** Null for files that are not images. */
type SizeFields = {
  readonly [Name in 'objectKey' | 'url' | 'mimeType']: OfImages<'text'>
} & { readonly [Name in 'filesize' | 'width' | 'height']: OfImages<'number'> }
