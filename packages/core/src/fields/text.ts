import { defineFieldType } from './define-field-type.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface TextOptions extends TextLikeOptions {}

/** A text without lines, such as a title or a name. At most 10,000 characters by default. */
export const text = defineFieldType<TextOptions, string>()({
  ...textLike,
  name: 'text',
  options: textLikeOptions,
  schema: (options) => textSchema(options, 10_000),
})
