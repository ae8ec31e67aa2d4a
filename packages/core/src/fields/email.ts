import { defineFieldType } from './define-field-type.ts'
import { type TextLikeOptions, textLike, textLikeOptions, textSchema } from './text-like.ts'

export interface EmailOptions extends TextLikeOptions {}

/**
 * An e-mail address that mail servers accept: `name@host.domain`, ASCII, at most 254 characters (RFC 5321). Stored
 * exactly as it is written.
 */
export const email = defineFieldType<EmailOptions, string>()({
  ...textLike,
  name: 'email',
  options: textLikeOptions,
  schema: (options) => ({ ...textSchema(options, 254), format: 'email' }),
})
