import { defineFieldType } from './define-field-type.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface TextareaOptions extends TextLikeOptions {}

/** A multi-line text. At most 100,000 characters by default. */
export const textarea = defineFieldType<TextareaOptions, string>()({
  ...textLike,
  name: 'textarea',
  isFreeText: true,
  allowsSuffix: true,
  options: textLikeOptions,
  schema: (options) => textSchema(options, 100_000),
})
