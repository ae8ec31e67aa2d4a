import { described } from '../contracts/described-value.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { CollectionSlug, HasDrafts, HasTrash } from '../config/infer/config.ts'
import type { UpdateInput } from '../config/infer/input.ts'
import type { Answered } from '../config/infer/operation-methods.ts'
import type { WhereOf } from '../config/infer/where.ts'
import type { Flag } from './document-options.ts'

interface BulkChange<Config extends ContentModel, Slug extends CollectionSlug<Config>> {
  readonly action:
    | 'update'
    | 'delete'
    | ([Flag<Slug, HasTrash<Config, Slug>>] extends [never] ? never : 'restoreDeleted' | 'deletePermanent')
    | ([Flag<Slug, HasDrafts<Config, Slug>>] extends [never] ? never : 'publish' | 'unpublish')
  readonly data?: UpdateInput<Config, Slug>
}

/** One action on up to 100 documents. */
export interface BulkRequest<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends BulkChange<Config, Slug> {
  readonly ids: readonly string[]
  readonly where?: never
  /** `'failures'` leaves out the results of documents that were changed, and only counts them. */
  readonly results?: 'all' | 'failures'
}

/** One action on everything that a query finds: in the trash, for the actions that are about it. */
export interface BulkWhereRequest<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends BulkChange<Config, Slug> {
  readonly where: WhereOf<Config, Slug>
  readonly ids?: never
  /** By a query, the results are failures in any case. */
  readonly results?: 'failures'
}

/** What became of one document that was changed. */
export const BULK_SUCCESS_SCHEMA = {
  type: 'object',
  required: ['id', 'ok'],
  properties: { id: { type: 'string' }, ok: { const: true }, doc: described('document', { type: 'object' }) },
} as const

/** What became of one that was not. Over HTTP, its error also has the status that it would have had by itself. */
export const BULK_FAILURE_SCHEMA = {
  type: 'object',
  required: ['id', 'ok', 'error'],
  properties: {
    id: { type: 'string' },
    ok: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: described('errorCode', { type: 'string' }),
        message: { type: 'string' },
        issues: { type: 'array', items: described('issue', { type: 'object' }) },
      },
    },
  },
} as const

const count = { type: 'integer', minimum: 0 } as const

/** How many documents became what; `matched` and `remaining` where a query named them. */
export const BULK_TOTALS_SCHEMA = {
  type: 'object',
  required: ['succeeded', 'failed'],
  properties: {
    succeeded: count,
    failed: count,
    matched: { ...count, description: 'With `where`: how many documents it found.' },
    /** How many were not tried because the time of the request was over; absent otherwise. */
    remaining: {
      ...count,
      description:
        'With `where`: how many were not tried because the time was over; absent otherwise. Call again to go on.',
    },
  },
} as const

type Totals = Answered<typeof BULK_TOTALS_SCHEMA>

export interface BulkFailure extends Answered<typeof BULK_FAILURE_SCHEMA> {}

export interface BulkAnswer<Document> extends Pick<Totals, 'succeeded' | 'failed'> {
  results: (Answered<typeof BULK_SUCCESS_SCHEMA, { readonly document: Document }> | BulkFailure)[]
}

export interface BulkWhereAnswer extends Omit<Totals, 'matched'>, Required<Pick<Totals, 'matched'>> {
  /** The first 100 failures. */
  results: BulkFailure[]
}
