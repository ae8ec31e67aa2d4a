import {
  type Answered,
  type CollectionSlug,
  type ContentModel,
  type CopyChoice,
  type GlobalSlug,
  type JsonSchema,
  type LocaleOf,
  schemas,
} from '@quirecms/core/feature'

const OPEN_SCHEMA = {
  type: 'object',
  required: ['operations'],
  properties: {
    operations: { type: 'object', additionalProperties: { type: 'boolean' } },
    fields: {
      type: 'object',
      description:
        'Fields whose read rule refuses you, or decides for each document, by path. You may read, filter by and sort by all others.',
      additionalProperties: {
        type: 'object',
        required: ['read', 'query'],
        properties: {
          read: { type: 'boolean', description: 'Whether you may read the field, at least in some documents.' },
          query: { type: 'boolean', description: 'Whether you may filter and sort by the field.' },
        },
      },
    },
  },
} as const

const BY_SLUG = { type: 'object', additionalProperties: OPEN_SCHEMA } as const

export const ACCESS_SCHEMA = {
  type: 'object',
  required: ['collections', 'globals'],
  properties: {
    collections: BY_SLUG,
    globals: BY_SLUG,
    jobs: { type: 'boolean', description: 'If there are jobs: whether you may see all of them, or queue any.' },
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

const RESULT_SCHEMA = {
  type: 'object',
  required: ALWAYS,
  properties: {
    ...OF_A_DOCUMENT,
    /** Only in collections with drafts. */
    _status: STATUS,
  },
} as const

const NAMED_SCHEMA = {
  type: 'object',
  required: ALWAYS,
  properties: {
    ...OF_A_DOCUMENT,
    /**
     * Author of the last change, if the collection stores it and the caller may read it; null if the author is
     * unknown.
     */
    updatedBy: {
      type: ['object', 'null'],
      description: 'Who changed the document last, if the collection has `authors` and you may read it.',
      required: ['collection', 'id'],
      properties: { collection: { type: 'string' }, id: ID },
    },
    /** Only in collections with drafts. */
    _status: STATUS,
    _publishedRevision: { type: ['integer', 'null'], minimum: 1 },
  },
} as const

/** A scheduled action on a document, or on a global, whose slug is also the `documentId`. */
const PLANNED_SCHEMA = {
  type: 'object',
  required: ['id', 'documentId', 'action', 'runAt', 'status', 'revision', 'title', 'error', 'issues'],
  properties: {
    id: ID,
    collection: { type: 'string', description: 'Set for documents.' },
    global: { type: 'string', description: 'Set for globals, whose slug is also the `documentId`.' },
    documentId: { type: 'string' },
    action: { type: 'string', enum: ['publish', 'unpublish'] },
    runAt: { type: 'string', format: 'date-time' },
    status: { type: 'string', enum: ['pending', 'failed'] },
    /** Revision of the document when the action was scheduled. */
    revision: { type: 'integer', minimum: 1 },
    title: { type: ['string', 'null'] },
    error: schemas.failureOrNull,
    issues: {
      ...schemas.issues,
      description:
        'Issues that would prevent publication now, as in a `validation` error; for failed actions, the issues of the failure.',
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

export const START_SCHEMA = {
  type: 'object',
  required: ['access', 'counts', 'kept', 'newest', 'drafts', 'published', 'planned', 'failed'],
  properties: {
    access: ACCESS_SCHEMA,
    counts: COUNTS_SCHEMA.properties.counts,
    kept: { ...NAMED, description: 'The documents that the preference lists, in its order.' },
    newest: { ...NAMED, description: 'Documents that any user changed recently; empty if `kept` is not.' },
    drafts: { ...NAMED, description: 'Documents whose newest content is a draft.' },
    published: { ...NAMED, description: 'Documents whose newest content is published.' },
    planned: { type: 'array', items: PLANNED_SCHEMA, description: 'Pending scheduled actions, soonest first.' },
    failed: {
      type: 'array',
      items: PLANNED_SCHEMA,
      description: 'Scheduled actions that failed and are still unresolved, newest first.',
    },
  },
} as const

export type OpenOperations = Answered<typeof OPEN_SCHEMA>

export interface SearchResult<Slug extends string = string> extends Omit<Answered<typeof RESULT_SCHEMA>, 'collection'> {
  collection: Slug
}

export interface OverviewDocument<Slug extends string = string>
  extends Omit<Answered<typeof NAMED_SCHEMA>, 'collection'> {
  collection: Slug
}

export interface PlannedAnywhere<Slug extends string = string, Global extends string = string>
  extends Omit<Answered<typeof PLANNED_SCHEMA>, 'collection' | 'global'> {
  collection?: Slug
  global?: Global
}

interface LanguageOptions<Config extends ContentModel> {
  readonly locale?: LocaleOf<Config>
  readonly fallbackLocale?: string | false
}

type Accessible<Config extends ContentModel> = {
  collections: { [Slug in CollectionSlug<Config>]?: OpenOperations }
  globals: { [Slug in GlobalSlug<Config>]?: OpenOperations }
  /** In applications with jobs: whether the caller may see all of them, or queue any. */
  jobs?: boolean
}

export interface StartAnswer<Config extends ContentModel = ContentModel> {
  access: Accessible<Config>
  counts: { [Slug in CollectionSlug<Config>]?: number }
  /** Documents that the preference names, in its order. */
  kept: OverviewDocument<CollectionSlug<Config>>[]
  /** Most recently changed documents; empty if `kept` has some. */
  newest: OverviewDocument<CollectionSlug<Config>>[]
  drafts: OverviewDocument<CollectionSlug<Config>>[]
  published: OverviewDocument<CollectionSlug<Config>>[]
  planned: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[]
  /** Scheduled actions that failed for good and were not done since, newest first. */
  failed: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[]
}

/** Operations on the whole application. The configuration determines the slugs in the answers. */
export interface OverviewApi<Config extends ContentModel, Options> {
  /**
   * Returns what the caller may do with each collection and global; those that are missing are closed to the caller.
   */
  access(request?: Readonly<Record<string, never>>, options?: Options): Promise<Accessible<Config>>
  /** Number of documents that the caller can find in each collection that the caller may list. */
  counts(
    options?: { readonly draft?: CopyChoice; readonly trash?: boolean } & Options,
  ): Promise<{ counts: { [Slug in CollectionSlug<Config>]?: number } }>
  /** Searches documents of all collections; exact matches of the title come first. */
  search(
    options: {
      readonly q: string
      /** Only these collections, separated by commas. */
      readonly collections?: string
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: SearchResult<CollectionSlug<Config>>[] }>
  /** Lists documents of any collection by title, the most recently changed first. */
  documents(
    options?: {
      /** Only these collections, separated by commas. */
      readonly collections?: string
      /** Returns only these documents: `posts/ID`, separated by commas. */
      readonly ids?: string
      /** Only documents whose newest content has this status. */
      readonly status?: 'draft' | 'published'
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: OverviewDocument<CollectionSlug<Config>>[] }>
  /** Lists scheduled publishing and unpublishing in all collections and globals, soonest first. */
  scheduledAll(
    options?: {
      /** Inclusive lower bound. */
      readonly from?: string
      /** Exclusive upper bound. */
      readonly until?: string
      /** Lists unresolved failed actions, newest first, instead of pending ones. */
      readonly failed?: boolean
      readonly limit?: number
    } & LanguageOptions<Config> &
      Options,
  ): Promise<{ results: PlannedAnywhere<CollectionSlug<Config>, GlobalSlug<Config>>[] }>
  /** Returns the content of a start page: rights, counts, drafts, published and scheduled documents. */
  startPage(
    options?: {
      /** Collections to search, separated by commas. */
      readonly collections?: string
      /** The key of a preference that lists documents, each with `collection` and `id`. */
      readonly preference?: string
      readonly limit?: number
      readonly draft?: CopyChoice
    } & LanguageOptions<Config> &
      Options,
  ): Promise<StartAnswer<Config>>
}
