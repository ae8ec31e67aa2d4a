import type { CheckedQuery } from '../../config/infer/checked.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { Doc } from '../../config/infer/document.ts'
import type { CollectionSlug, GlobalSlug, LocaleOf } from '../../config/infer/config.ts'
import type { Answered } from '../../config/infer/operation-methods.ts'
import type { PaginationOf } from '../../operations/collection-api.ts'
import type { FindOptions, ModeOf, Omitted } from '../../operations/document-options.ts'
import { CURSOR_PATTERN, MOST_CHANGES } from './cursor-form.ts'

const CURSOR = {
  type: 'string',
  pattern: CURSOR_PATTERN,
  description: 'Where to go on. It means nothing but that, and is never the same twice.',
} as const

const ACTOR = {
  type: ['object', 'null'],
  description: 'Who made it, for those who work on such documents and may read users; null otherwise.',
  required: ['collection', 'id'],
  properties: { collection: { type: 'string' }, id: { type: 'string' } },
} as const

/** One change, as its reader is told of it (docs/contract/changes.md). */
export const CHANGE_SCHEMA = {
  type: 'object',
  required: ['id', 'at', 'event', 'documentId', 'revision', 'live', 'actor'],
  properties: {
    id: { ...CURSOR, description: 'The cursor behind this change.' },
    at: { type: 'string', format: 'date-time' },
    event: {
      type: 'string',
      description:
        '`document.created`, `.updated`, `.deleted`, `.trashed`, `.restored`, `.published`, `.unpublished`, `.scheduled` or `.unscheduled`, or the same with `global.`.',
    },
    collection: { type: 'string', description: 'Of a document.' },
    global: { type: 'string', description: 'Of a global, whose slug is also the `documentId`.' },
    documentId: { type: 'string' },
    revision: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Of the copy that you read; null if you can read it no longer.',
    },
    live: { type: 'boolean', description: 'Whether public content changed.' },
    actor: ACTOR,
    doc: {
      type: ['object', 'null'],
      description: 'With `documents=true`: the document as you read it now; null if you can read it no longer.',
    },
  },
} as const

export const CHANGES_SCHEMA = {
  type: 'object',
  required: ['changes', 'next', 'behind'],
  properties: {
    changes: { type: 'array', items: CHANGE_SCHEMA, maxItems: MOST_CHANGES },
    next: { ...CURSOR, description: 'What to send as `after` next.' },
    behind: { type: 'boolean', description: 'Whether there is more already.' },
  },
} as const

export interface Change<Slug extends string = string, Global extends string = string>
  extends Omit<Answered<typeof CHANGE_SCHEMA>, 'collection' | 'global' | 'doc'> {
  /** Of a document. */
  collection?: Slug
  /** Of a global, whose slug is also the `documentId`. */
  global?: Global
  /** With `documents`: the document as the caller reads it now; null if it can read it no longer. */
  doc?: Record<string, unknown> | null
}

export interface ChangesPage<Slug extends string = string, Global extends string = string> {
  changes: Change<Slug, Global>[]
  /** What to send as `after` next. */
  next: string
  /** Whether there is more already. */
  behind: boolean
}

/** What of the feed is wanted. */
export interface ChangesRequest<Config extends ContentModel = ContentModel> {
  /** A cursor: what happened behind it. An empty one is where what is kept begins; without it, from now on. */
  readonly after?: string
  /** Only these; a list, or names separated by commas. */
  readonly collections?: readonly CollectionSlug<Config>[] | string
  readonly globals?: readonly GlobalSlug<Config>[] | string
  /** Only changes of public content, as the public sees them. */
  readonly live?: boolean
  /** With the document of each change, as the caller reads it now. */
  readonly documents?: boolean
  /** Which of its fields; for one collection or global. */
  readonly select?: Readonly<Record<string, unknown>>
  readonly locale?: LocaleOf<Config> | 'all'
  readonly fallbackLocale?: string | false
}

/** The change feed (docs/changes.md), where an application has `changes`. */
export interface ChangesApi<Config extends ContentModel, Options> {
  /** A page of what happened, oldest first. */
  readChanges(
    options?: ChangesRequest<Config> & { readonly limit?: number } & Options,
  ): Promise<ChangesPage<CollectionSlug<Config>, GlobalSlug<Config>>>
  /**
   * What happens, as it happens, and what has happened since `after`. It goes on until you leave the loop; over the network it comes back by itself
   * where it was. Throws `invalid_state` if what comes next is not known any more: read everything again.
   *
   * @example
   * for await (const change of client.changes({ collections: ['posts'], live: true })) await revalidate(change.documentId)
   */
  changes(
    options?: ChangesRequest<Config> & FollowOptions & Options,
  ): AsyncIterable<Change<CollectionSlug<Config>, GlobalSlug<Config>>>
}

export interface FollowOptions {
  /** Ends the loop. */
  readonly signal?: AbortSignal
  /** Called with the cursor whenever everything so far has been told, also where there was nothing to tell: keep it, to go on from there. */
  readonly onReady?: (next: string) => void
}

/** Reads that follow the change feed. */
export interface LiveApi<Config extends ContentModel, Options> {
  /**
   * Lists documents, and lists them again whenever something has changed that the answer may rest on, at most twice a second. Returns the function
   * that ends it.
   *
   * @example
   * const stop = client.live.find('posts', { sort: '-createdAt', limit: 10 }, ({ docs }) => show(docs))
   */
  find<
    Slug extends CollectionSlug<Config>,
    const Query extends FindOptions<Config, Slug> = Omitted<FindOptions<Config, Slug>>,
  >(
    slug: Slug,
    query: Query & CheckedQuery<Config, Slug, Query, FindOptions<Config, Slug>>,
    onAnswer: (answer: { docs: Doc<Config, Slug, ModeOf<Query>>[]; pagination: PaginationOf<Query> }) => void,
    options?: Options,
  ): () => void
}
