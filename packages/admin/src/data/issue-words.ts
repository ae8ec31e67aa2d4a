import { isPlural } from '../words/say.ts'
import { type Said, type Texts, words } from '../words/words.ts'

/** Validation messages of the service, in English and for developers. */
export const issueMessages = {
  required: 'Is required.',
  wholeNumber: 'Must be a whole number.',
  min: 'Must be {limit} or more.',
  max: 'Must be {limit} or less.',
  minLength: { one: 'Must have at least {count} character.', other: 'Must have at least {count} characters.' },
  maxLength: { one: 'Must have at most {count} character.', other: 'Must have at most {count} characters.' },
  minRows: { one: 'Must have at least {count} row.', other: 'Must have at least {count} rows.' },
  maxRows: { one: 'Must have at most {count} row.', other: 'Must have at most {count} rows.' },
  pattern: 'Must match the pattern {pattern}.',
  email: 'Must be an email address, such as ann@example.com.',
  url: 'Must be an http, https, mailto, tel or relative URL.',
  slug: 'Use lowercase letters, digits and single hyphens: my-first-post.',
  unique: 'Another document already has this value.',
  uniqueTogether: 'Another document already has these values together.',
  notFound: 'There is no document with this id, or you may not read it.',
}

/** The same messages, worded for editors. */
export const issueWords = words('issues', {
  required: 'Required',
  wholeNumber: 'Enter a whole number',
  min: 'Enter {limit} or more',
  max: 'Enter {limit} or less',
  minLength: { one: 'Use at least {count} character', other: 'Use at least {count} characters' },
  maxLength: { one: 'Use at most {count} character', other: 'Use at most {count} characters' },
  minRows: { one: 'Add at least {count} row', other: 'Add at least {count} rows' },
  maxRows: { one: 'No more than {count} row', other: 'No more than {count} rows' },
  pattern: 'This doesn’t match the pattern {pattern}',
  email: 'Enter an email address, for example ann@example.com',
  url: 'Enter a web address, an email address with mailto:, or a path such as /about',
  slug: 'Use lowercase letters, digits and single hyphens, for example my-first-post',
  unique: 'Another document already has this value',
  uniqueTogether: 'Another document already has this combination of values',
  notFound: 'This document doesn’t exist, or you don’t have access to it',
})

interface Template {
  readonly key: string
  /** The texts around the placeholders, and the placeholders' names. */
  readonly texts: readonly string[]
  readonly names: readonly string[]
}

/** Parses messages with placeholders, to match others against them. */
export function templatesOf(messages: Texts): readonly Template[] {
  return Object.entries(messages).flatMap(([key, text]) => {
    const forms = isPlural(text) ? Object.values(text) : typeof text === 'string' ? [text] : []
    return forms.map((form) => {
      const parts = form.split(/[{}]/)
      return { key, texts: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) }
    })
  })
}

/** The translation of a message that matches a template; undefined without a match. */
export function knownMessage(message: string, templates: readonly Template[], said: object): string | undefined {
  for (const { key, texts, names } of templates) {
    const values = valuesIn(message, texts)
    if (!values) continue
    const text = (said as Readonly<Record<string, unknown>>)[key] as string | ((values: object) => string)
    if (typeof text === 'string') return text
    const named = names.map((name, index) => [name, name === 'count' ? Number(values[index]) : values[index]])
    return text(Object.fromEntries(named) as object)
  }
  return undefined
}

const TEMPLATES = templatesOf(issueMessages)

/** Translates an issue about a plain value; returns unknown messages unchanged. */
export function plainIssueInWords(message: string, said: Said<typeof issueWords>): string {
  return knownMessage(message, TEMPLATES, said) ?? message
}

/** The placeholder values of a message that matches the template; undefined otherwise. */
function valuesIn(message: string, [start = '', ...texts]: readonly string[]): readonly string[] | undefined {
  if (!message.startsWith(start)) return undefined
  const values: string[] = []
  let at = start.length
  for (const [index, text] of texts.entries()) {
    const isLast = index === texts.length - 1
    const end = isLast ? message.length - text.length : message.indexOf(text, at)
    if (end < at || !message.startsWith(text, end)) return undefined
    values.push(message.slice(at, end))
    at = end + text.length
  }
  return at === message.length ? values : undefined
}
