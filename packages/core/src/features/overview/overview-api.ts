import type { JsonSchema } from '../../contracts/json.ts'
import { ISSUES } from '../../contracts/failure-schema.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { CollectionSlug, GlobalSlug, LocaleOf } from '../../config/infer/config.ts'
import type { Answered } from '../../config/infer/operation-methods.ts'
import type { CopyChoice } from '../../operations/document-options.ts'

/** What the caller may do with one collection or global. */
const OPEN_SCHEMA = {
  type: 'object',
  required: ['operations'],
  properties: { operations: { type: 'object', additionalProperties: { type: 'boolean' } } },
} as const

const BY_SLUG = { type: 'object', additionalProperties: OPEN_SCHEMA } as const

export const ACCESS_SCHEMA = {
  type: 'object',
  required: ['collections', 'globals'],
  properties: {
    collections: BY_SLUG,
    globals: BY_SLUG,
    jobs: { type: 'boolean', description: 'Where there are jobs: whether you may see all of them, or queue any.' },
  },
} as const

export const COUNTS_SCHEMA = {
  type: 'object',
  required: ['counts'],
  properties: { counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } } },
} as const

const ID = { type: 'string', format: 'uuid' } as const
const STATUS = { type: 'string', enum: ['draft', 'published'] } as const

const OF_A_DOCUMENT = {
  collection: { type: 'string' },
  id: ID,
  title: { type: ['string', 'null'] },
  updatedAt: { type: 'string', format: 'date-time' },
} as const

const ALWAYS = ['collection', 'id', 'title', 'updatedAt'] as const

/** A document that a search over collections found. */
const RESULT_SCHEMA = {
  type: 'object',
  required: ALWAYS,
  properties: {
    ...OF_A_DOCUMENT,
    /** In collections with drafts. */
    _status: STATUS,
  },
} as const

/** A document of some collection, by name. */
const NAMED_SCHEMA = {
  type: 'object',
  required: ALWAYS,
  properties: {
    ...OF_A_DOCUMENT,
    /** Who changed it last, where the collection keeps that and the caller may read it; null for nobody. */
    updatedBy: {
      type: ['object', 'null'],
      description: 'Who changed it last, where the collection keeps that (`authors`) and you may read it.',
      required: ['collection', 'id'],
      properties: { collection: { type: 'string' }, id: ID },
    },
    /** In collections with drafts. */
    _status: STATUS,
    _publishedRevision: { type: ['integer', 'null'], minimum: 1 },
  },
} as const

/** Something that is scheduled for a document, or for a global, whose slug is also the `documentId`. */
const PLANNED_SCHEMA = {
  type: 'object',
  required: ['id', 'documentId', 'action', 'runAt', 'revision', 'title', 'issues'],
  properties: {
    id: ID,
    collection: { type: 'string', description: 'Of a document.' },
    global: { type: 'string', description: 'Of a global, whose slug is also the `documentId`.' },
    documentId: { type: 'string' },
    action: { type: 'string', enum: ['publish', 'unpublish'] },
    runAt: { type: 'string', format: 'date-time' },
    /** The revision that the document had when this was scheduled. */
    revision: { type: 'integer', minimum: 1 },
    title: { type: ['string', 'null'] },
    issues: {
      ...ISSUES,
      description: 'What publishing would refuse at this moment, with codes and paths as in a `validation` error.',
    },
  },
} as const

function resultsOf<const Schema extends JsonSchema>(items: Schema) {
  return { type: 'object', required: ['results'], properties: { results: { type: 'array', items } } } as const
}

export const FOUND_SCHEMA = resultsOf(RESULT_SCHEMA)
export const DOCUMENTS_SCHEMA = resultsOf(NAMED_SCHEMA)
export const PLANS_SCHEMA = resultsOf(PLANNED_SCHEMA)

const NAMED = { type: 'array', items: NAMED_SCHEMA } as const

/** All that a start page shows. */
export const START_SCHEMA = {
  type: 'object',
  required: ['access', 'counts', 'kept', 'newest', 'drafts', 'published', 'planned'],
  properties: {
    access: ACCESS_SCHEMA,
    counts: COUNTS_SCHEMA.properties.counts,
    kept: { ...NAMED, description: 'The documents that the preference names, in its order.' },
    newest: { ...NAMED, description: 'What was changed last, by whomever; empty where `kept` has something.' },
    drafts: { ...NAMED, description: 'Whose newest content is a draft.' },
    published: { ...NAMED, description: 'Whose newest content is published.' },
    planned: { type: 'array', items: PLANNED_SCHEMA, description: 'What is scheduled and yet to come, soonest first.' },
  },
} as const

export type OpenOperations = Answered<typeof OPEN_SCHEMA>

export interface SearchResult<Slug extends string = string> extends Omit<Answered<typeof RESULT_SCHEMA>, 'collection'> {
  collection: Slug
}

export interface NamedDocument<Slug extends string = string> extends Omit<Answered<typeof NAMED_SCHEMA>, 'collection'> {
  collection: Slug
}

export interface PlannedAnywhere<Slug extends string = string, Global extends string = string>
  extends Omit<Answered<typeof PLANNED_SCHEMA>, 'collection' | 'global'> {
  collection?: Slug
  global?: Global
}

/** Titles are in one language. */
interface LanguageOptions<Config extends ContentModel> {
  readonly locale?: LocaleOf<Config>
  readonly fallbackLocale?: string | false
}

type Accessible<Config extends ContentModel> = {
  collections: { [Slug in CollectionSlug<Config>]?: OpenOperations }
  globals: { [Slug in GlobalSlug<Config>]?: OpenOperations }
  /** Where there are jobs: whether the caller may see all of them, or queue any. */
  jobs?: boolean
}

/** What a start page shows. */
export interface StartAnswer<Config extends ContentModel = ContentModel> {
  access: Accessible<Config>
  counts: { [Slug in CollectionSlug<Config>]?: number }
  /** The documents that the preference names, in its order. */
  kept: NamedDocument<CollectionSlug<Config>>[]
  /** What was changed last, by whomever; empty where `kept` has something. */
  newest: NamedDocument<CollectionSlug<Config>>[]
  drafts: NamedDocument<CollectionSlug<Config>>[]
  published: NamedDocument<CollectionSlug<Config>>[]
  planned: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[]
}

/** What is asked of the whole application at once. Its slugs are known to the compiler, so they are in the place of any names. */
export interface OverviewApi<Config extends ContentModel, Options> {
  /** What the caller may do in every collection and global. Those that are not listed are closed to it. */
  access(request?: Readonly<Record<string, never>>, options?: Options): Promise<Accessible<Config>>
  /** How many documents the caller finds in every collection that it may list. */
  counts(
    options?: { readonly draft?: CopyChoice; readonly trash?: boolean } & Options,
  ): Promise<{ counts: { [Slug in CollectionSlug<Config>]?: number } }>
  /** Documents of any collection, those first whose title is what is looked for. */
  search(
    options: {
      readonly q: string
      /** Some collections, separated by commas. */
      readonly collections?: string
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: SearchResult<CollectionSlug<Config>>[] }>
  /** Documents of any collection by their titles, those first that were changed last. */
  documents(
    options?: {
      /** Some collections, separated by commas. */
      readonly collections?: string
      /** Only these, as `posts/ID`, separated by commas. */
      readonly ids?: string
      /** Only those whose newest content is so. */
      readonly status?: 'draft' | 'published'
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: NamedDocument<CollectionSlug<Config>>[] }>
  /** What is yet to be published and unpublished anywhere, soonest first. */
  planned(
    options?: {
      /** From this moment on. */
      readonly from?: string
      /** Before this moment. */
      readonly until?: string
      readonly limit?: number
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[] }>
  /** All that a start page shows: rights, counts, what is waiting, published and scheduled. */
  start(
    options?: {
      /** Where its documents are looked for, separated by commas. */
      readonly collections?: string
      /** The key of a preference that lists documents, each with `collection` and `id`. */
      readonly preference?: string
      /** How many documents each part has at most. */
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<StartAnswer<Config>>
}
