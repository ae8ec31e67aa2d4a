import { defineFieldType } from './define-field-type.ts'
import { type ManyTextOptions, manyTextOptions, textLikeOrMany, textSchema } from './text-like.ts'

export interface EmailOptions extends ManyTextOptions {}

/**
 * An email address that mail servers accept: `name@host.domain`, ASCII, at most 254 characters (RFC 5321). Stored
 * exactly as it is written.
 */
export const email = defineFieldType<EmailOptions, string>()({
  ...textLikeOrMany,
  name: 'email',
  options: manyTextOptions,
  schema: (options) => ({ ...textSchema(options, 254), format: 'email' }),
})
