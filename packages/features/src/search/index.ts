import {
  type Call,
  type Contribution,
  type Feature,
  invalidQuery,
  type Parameter,
  type SearchConfig,
  type SearchedWords,
} from '@quirecms/core/feature'
import { wordsToSearch } from './search-words.ts'
import { EVERYWHERE, searchOf } from './searched-fields.ts'

const LONGEST = 200
const MOST_WORDS = 10

const searchParameter: Parameter = {
  name: 'search',
  spellings: ['search'],
  description: `Words to search for, up to ${MOST_WORDS}: finds documents that contain all of them, or words that begin with them, best matches first.`,
  encoding: 'text',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST },
  cacheable: true,
}

/** Full-text search: each write indexes the configured fields, and lists accept the parameter `search`. */
export const search: Feature<Call> = {
  name: 'search',
  options: ['search'],
  for: ({ kind, options }) => kind === 'collection' && options['search'] !== undefined,
  adds: ({ slug, fields, options, localization }): Contribution<Call> => ({
    search: () => searchOf(slug, fields, options['search'] as SearchConfig, localization),
    parameters: [searchParameter],
    extends: { list: ['search'], count: ['search'], distinct: ['search'], selection: ['search'] },
    scope: async (call, purpose) => {
      const asked = purpose === 'asked' ? askedWords(call) : null
      return asked ? { where: asked } : {}
    },
    rank: askedWords,
    doctorChecks: { 'words that searches find': async (call) => (await import('./check-words.ts')).checkWords(call) },
  }),
}

/** The searched words with the locale of the read; null without a search. */
function askedWords({ input: { query }, locale, runtime: { manifest } }: Call): SearchedWords | null {
  const { search: text } = query
  if (text === undefined) return null
  const words = [...new Set(wordsToSearch(text as string, LONGEST))]
  if (words.length > MOST_WORDS)
    throw invalidQuery([{ code: 'max', path: 'search', message: `Search for at most ${MOST_WORDS} words.` }])
  const defaultLocale = manifest.localization?.defaultLocale ?? EVERYWHERE
  return { kind: 'search', locale: locale && !locale.all ? locale.locale : defaultLocale, words }
}
