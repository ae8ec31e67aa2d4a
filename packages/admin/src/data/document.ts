import type { AnyClient, AnyDoc, BulkAnswer, Pagination, Snapshot as SnapshotOf } from '@quirecms/sdk'

/** What the API answers with, by the names that the app uses. Which fields a document has, only the schema says. */

export type { AnyInput as Input, BulkFailure, Capabilities, DocumentLockState as Lock, Pagination } from '@quirecms/sdk'

export type Doc = AnyDoc

export interface Page<Item = Doc> {
  readonly docs: readonly Item[]
  readonly pagination: Pagination
}

export type Snapshot = SnapshotOf<Doc>

/** Who is signed in. */
export type Session = Awaited<ReturnType<AnyClient['account']['me']>>

export type BulkOutcome = BulkAnswer<Doc>['results'][number]

export type Where = { readonly [path: string]: unknown }
