import { described } from '../contracts/answer-schemas.ts'
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

/** An action on up to 100 documents. */
export interface BulkRequest<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends BulkChange<Config, Slug> {
  readonly ids: readonly string[]
  readonly where?: never
  /** `'failures'` omits successful results and only counts them. */
  readonly results?: 'all' | 'failures'
}

/** An action on all documents of a query; in the trash for actions of the trash. */
export interface BulkWhereRequest<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends BulkChange<Config, Slug> {
  readonly where: WhereOf<Config, Slug>
  readonly ids?: never
  /** With a query, results are always failures. */
  readonly results?: 'failures'
}

export const BULK_SUCCESS_SCHEMA = {
  type: 'object',
  required: ['id', 'ok'],
  properties: { id: { type: 'string' }, ok: { const: true }, doc: described('document', { type: 'object' }) },
} as const

/** A failed document. Over HTTP, the error includes the status of a single call. */
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

/** Totals; `matched` and `remaining` with a query. */
export const BULK_TOTALS_SCHEMA = {
  type: 'object',
  required: ['succeeded', 'failed'],
  properties: {
    succeeded: count,
    failed: count,
    matched: { ...count, description: 'With `where`: the number of documents that it matches.' },
    /** How many were not tried because the time of the request was over; absent otherwise. */
    remaining: {
      ...count,
      description:
        'With `where`: the number of documents that were left when the time was up; absent otherwise. Call again to continue.',
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
