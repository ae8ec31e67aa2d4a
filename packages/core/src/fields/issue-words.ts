import { counted } from '../contracts/answer-schemas.ts'

/** Messages for invalid values. The server and the admin app, which validates while the user types, share them. */
export const issueWords = {
  required: 'Is required.',
  wholeNumber: 'Must be a whole number.',
  min: (limit: number | string) => `Must be ${limit} or more.`,
  max: (limit: number | string) => `Must be ${limit} or less.`,
  minLength: (limit: number) => `Must have at least ${counted(limit, 'character')}.`,
  maxLength: (limit: number) => `Must have at most ${counted(limit, 'character')}.`,
  minRows: (limit: number) => `Must have at least ${counted(limit, 'row')}.`,
  maxRows: (limit: number) => `Must have at most ${counted(limit, 'row')}.`,
  pattern: (pattern: string) => `Must match the pattern ${pattern}.`,
  email: 'Must be an email address, such as ann@example.com.',
  url: 'Must be an http, https, mailto, tel or relative URL.',
  slug: 'Use lowercase letters, digits and single hyphens: my-first-post.',
} as const
