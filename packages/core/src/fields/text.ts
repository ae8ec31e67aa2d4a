import { defineFieldType } from './define-field-type.ts'
import { type ManyTextOptions, manyTextOptions, textLikeOrMany, textSchema } from './text-like.ts'

export interface TextFieldOptions extends ManyTextOptions {}

/** A single-line text, such as a title or a name. At most 10,000 characters by default. */
export const text = defineFieldType<TextFieldOptions, string>()({
  ...textLikeOrMany,
  name: 'text',
  isFreeText: true,
  allowsSuffix: true,
  options: manyTextOptions,
  schema: (options) => textSchema(options, 10_000),
})
