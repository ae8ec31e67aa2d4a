import { defineFieldType } from './define-field-type.ts'
import { aText } from './option-kinds.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface CodeOptions extends TextLikeOptions {
  /** For highlighting in editors: `'css'`, `'typescript'`. The text itself is not checked. */
  readonly language?: string
}

/** Source code. At most 500,000 characters by default. */
export const code = defineFieldType<CodeOptions, string>()({
  ...textLike,
  name: 'code',
  isFreeText: true,
  allowsSuffix: true,
  options: { ...textLikeOptions, language: aText },
  schema: (options) => textSchema(options, 500_000),
  manifest: (options) => ({ ...textLike.manifest(options), language: options.language }),
})
