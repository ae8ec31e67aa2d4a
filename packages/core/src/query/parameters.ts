import { LONGEST_CURSOR } from './cursor.ts'
import { MOST_SORT_KEYS } from './parse-sort.ts'
import type { Parameter } from '../contracts/operation.ts'

/** The query parameters of the framework (docs/contract/querying.md#parameters). Features add theirs. */
export const PARAMETERS: readonly Parameter[] = [
  {
    name: 'page',
    spellings: ['page'],
    description: 'The page number, starting at 1.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
    cacheable: true,
  },
  {
    name: 'limit',
    spellings: ['limit'],
    description: 'Maximum number of documents per page.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    cacheable: true,
  },
  {
    name: 'after',
    spellings: ['after'],
    description:
      "Continues after the previous page: the `nextCursor` of its `pagination`, or empty (`after=`) for the first page. The response has no `page` and no total, and concurrent writes don't shift the pages.",
    encoding: 'text',
    schema: { type: 'string', maxLength: LONGEST_CURSOR },
    cacheable: true,
  },
  {
    name: 'sort',
    spellings: ['sort'],
    description:
      'A field to sort by. Put `-` before it for descending order, and repeat the parameter for more fields.',
    encoding: 'texts',
    schema: { type: 'array', items: { type: 'string' }, maxItems: MOST_SORT_KEYS },
    // The parser checks the number of keys and their names.
    inProcess: { type: ['string', 'array'] },
    cacheable: true,
  },
  {
    name: 'where',
    spellings: ['where'],
    description: 'A query expression: `{ "title": { "contains": "news" } }`.',
    encoding: 'json',
    schema: { type: 'object' },
    cacheable: true,
  },
  {
    name: 'select',
    spellings: ['select'],
    description: 'The returned fields: a tree of `true` (only these) or of `false` (all but these).',
    encoding: 'json',
    schema: { type: 'object' },
    cacheable: true,
  },
  {
    name: 'populate',
    spellings: ['populate'],
    description:
      'Relationships and joins to return as documents: `{ "author": true, "tags": { "select": { "name": true } } }`.',
    encoding: 'json',
    schema: { type: 'object' },
    cacheable: true,
  },
  {
    name: 'depth',
    spellings: ['depth'],
    description:
      'Number of levels of relationships and joins to return as documents. Cannot be combined with `populate`.',
    encoding: 'integer',
    schema: { type: 'integer', minimum: 0, maximum: 5 },
    cacheable: true,
  },
  {
    name: 'joins',
    spellings: ['joins'],
    description:
      'Options of joins, by path: `{ "comments": { "limit": 5, "sort": "-createdAt", "where": { … } } }`. The `limit` in the configuration is the maximum.',
    encoding: 'json',
    schema: { type: 'object' },
    cacheable: true,
  },
  {
    name: 'locale',
    spellings: ['locale'],
    description: 'The locale to read and write. With `all` or `*`, localized fields are objects of locale to value.',
    encoding: 'text',
    schema: { type: 'string' },
    cacheable: true,
  },
  {
    name: 'fallbackLocale',
    spellings: ['fallback-locale', 'fallbackLocale'],
    description: 'Where to look for missing values: a locale, a comma-separated list of locales, or `false`.',
    encoding: 'text',
    schema: { type: 'string' },
    inProcess: { type: ['string', 'array', 'boolean'] },
    cacheable: true,
  },
]

export const PRESENTATION = ['select', 'populate', 'depth', 'joins', 'locale', 'fallbackLocale'] as const
