import type { AnyClient, AnyDoc, BulkAnswer, Pagination, Snapshot as SnapshotOf } from '@quirecms/sdk'

/** Response types of the API under the app's names. Only the schema knows the fields of a document. */

export type { AnyInput as Input, BulkFailure, Capabilities, DocumentLockState as Lock, Pagination } from '@quirecms/sdk'

export type Doc = AnyDoc

export interface Page<Item = Doc> {
  readonly docs: readonly Item[]
  readonly pagination: Pagination
}

export type Snapshot = SnapshotOf<Doc>

export type Session = Awaited<ReturnType<AnyClient['account']['me']>>

export type BulkOutcome = BulkAnswer<Doc>['results'][number]

export type Where = { readonly [path: string]: unknown }
