import type { ErrorCode, Issue } from '../contracts/errors.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { CollectionSlug, HasDrafts, HasTrash } from '../config/infer/config.ts'
import type { UpdateInput } from '../config/infer/input.ts'
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
}

/** One action on everything that a query finds: in the trash, for the actions that are about it. */
export interface BulkWhereRequest<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends BulkChange<Config, Slug> {
  readonly where: WhereOf<Config, Slug>
  readonly ids?: never
}

export interface BulkFailure {
  id: string
  ok: false
  error: { code: ErrorCode; message: string; issues?: readonly Issue[] }
}

export interface BulkAnswer<Document> {
  results: ({ id: string; ok: true; doc?: Document } | BulkFailure)[]
  succeeded: number
  failed: number
}

export interface BulkWhereAnswer {
  matched: number
  succeeded: number
  failed: number
  /** How many were not tried because the time of the request was over; absent otherwise. */
  remaining?: number
  /** The first 100 failures. */
  results: BulkFailure[]
}
