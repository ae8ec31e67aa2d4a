import { defineFieldType } from './define-field-type.ts'
import { isSafeUrl } from './safe-url.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface UrlOptions extends TextLikeOptions {}

/** A URL to follow: http, https, mailto, tel or relative (contract 14, Values). At most 2,048 characters by default. */
export const url = defineFieldType<UrlOptions, string>()({
  ...textLike,
  name: 'url',
  options: textLikeOptions,
  schema: (options) => textSchema(options, 2048),
  check: (value, options) => {
    const problems = textLike.check(value, options)
    if (problems.length > 0 || isSafeUrl(value)) return problems
    return [{ code: 'format', path: '', message: 'Must be an http, https, mailto, tel or relative URL.' }]
  },
})
