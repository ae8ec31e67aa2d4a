import type { Parameter } from '../contracts/operation.ts'

/** The query parameters of the framework (contract 5). Features add theirs. */
export const PARAMETERS: readonly Parameter[] = [
  {
    name: 'page',
    spellings: ['page'],
    description: 'Which page, from 1.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  },
  {
    name: 'limit',
    spellings: ['limit'],
    description: 'How many documents a page holds.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  },
  {
    name: 'sort',
    spellings: ['sort'],
    description: 'A field to sort by, `-` before it for descending. Repeat it for further fields.',
    encoding: 'texts',
    schema: { type: 'array', items: { type: 'string' }, maxItems: 10 },
  },
  {
    name: 'where',
    spellings: ['where'],
    description: 'A query expression: `{ "title": { "contains": "news" } }`.',
    encoding: 'json',
    schema: { type: 'object' },
  },
  {
    name: 'select',
    spellings: ['select'],
    description: 'Which fields to answer with: a tree of `true` (only these) or of `false` (all but these).',
    encoding: 'json',
    schema: { type: 'object' },
  },
  {
    name: 'populate',
    spellings: ['populate'],
    description:
      'Which relationships and joins to answer as documents: `{ "author": true, "tags": { "select": { "name": true } } }`.',
    encoding: 'json',
    schema: { type: 'object' },
  },
  {
    name: 'depth',
    spellings: ['depth'],
    description:
      'Answers all relationships and joins as documents, down to this many levels. Not together with `populate`.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 0, maximum: 5 },
  },
  {
    name: 'locale',
    spellings: ['locale'],
    description: 'The locale to read and write, or `all` (`*`) for objects of locale to value.',
    encoding: 'text',
    schema: { type: 'string' },
  },
  {
    name: 'fallbackLocale',
    spellings: ['fallback-locale', 'fallbackLocale'],
    description: 'Where missing values are looked for: a locale, a comma-separated chain, or `false`.',
    encoding: 'text',
    schema: { type: 'string' },
  },
]

/** Parameters of answers that carry a document. */
export const PRESENTATION = ['select', 'populate', 'depth', 'locale', 'fallbackLocale'] as const
