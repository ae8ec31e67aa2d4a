import { defineFieldType } from './define-field-type.ts'
import { issueWords } from './issue-words.ts'
import { isSafeUrl } from './safe-url.ts'
import { type ManyTextOptions, manyTextOptions, textLikeOrMany, textSchema } from './text-like.ts'

export interface UrlFieldOptions extends ManyTextOptions {}

/** A URL to follow: http, https, mailto, tel or relative. At most 2,048 characters by default. */
export const url = defineFieldType<UrlFieldOptions, string>()({
  ...textLikeOrMany,
  name: 'url',
  options: manyTextOptions,
  schema: (options) => textSchema(options, 2048),
  check: (value, options) => {
    const problems = textLikeOrMany.check(value, options)
    if (problems.length > 0 || isSafeUrl(value)) return problems
    return [{ code: 'format', path: '', message: issueWords.url }]
  },
})
