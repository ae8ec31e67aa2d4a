import { defineFieldType } from './define-field-type.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface TextOptions extends TextLikeOptions {}

/** A text without line structure: titles, names. At most 10,000 characters unless `maxLength` says otherwise. */
export const text = defineFieldType<TextOptions, string>()({
  ...textLike,
  name: 'text',
  options: textLikeOptions,
  schema: (options) => textSchema(options, 10_000),
})
