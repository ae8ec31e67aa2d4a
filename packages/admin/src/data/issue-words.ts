import { isPlural } from '../words/say.ts'
import { type Said, type Texts, words } from '../words/words.ts'

/** What the service says of values that it refuses, so that it can be said in the language of the reader. The English is its own. */
export const issueWords = words('issues', {
  required: 'Is required.',
  wholeNumber: 'Must be a whole number.',
  min: 'Must be {limit} or more.',
  max: 'Must be {limit} or less.',
  minLength: { one: 'Must have at least {count} character.', other: 'Must have at least {count} characters.' },
  maxLength: { one: 'Must have at most {count} character.', other: 'Must have at most {count} characters.' },
  minRows: { one: 'Must have at least {count} row.', other: 'Must have at least {count} rows.' },
  maxRows: { one: 'Must have at most {count} row.', other: 'Must have at most {count} rows.' },
  pattern: 'Must match the pattern {pattern}.',
  email: 'Must be an e-mail address, such as ann@example.com.',
  url: 'Must be an http, https, mailto, tel or relative URL.',
  slug: 'Use lowercase letters, digits and single hyphens: my-first-post.',
  unique: 'Another document already has this value.',
  uniqueTogether: 'Another document already has these values together.',
  notFound: 'There is no document with this id, or you may not read it.',
})

interface Template {
  readonly key: string
  readonly before: string
  /** What stands in braces, if anything does. */
  readonly name: string | undefined
  readonly after: string
}

const TEMPLATES: readonly Template[] = Object.entries(issueWords.english as Texts).flatMap(([key, text]) =>
  (isPlural(text) ? Object.values(text) : [text as string]).map((form) => {
    const [before = '', name, after = ''] = form.split(/[{}]/)
    return { key, before, name, after }
  }),
)

/** A message of the service in the reader's language. What isn't known here, such as an application's own, stays as it is. */
export function issueInWords(message: string, said: Said<typeof issueWords>): string {
  for (const { key, before, name, after } of TEMPLATES) {
    const isSaid = name === undefined ? message === before : message.startsWith(before) && message.endsWith(after)
    if (!isSaid) continue
    const text = (said as Readonly<Record<string, unknown>>)[key] as string | ((values: object) => string)
    if (typeof text === 'string') return text
    const value = message.slice(before.length, message.length - after.length)
    return text({ [name ?? '']: name === 'count' ? Number(value) : value })
  }
  return message
}
