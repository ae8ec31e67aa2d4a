/** What the methods of a client take and answer with, by its name. The package brings these types along. */
export type {
  AnyDoc,
  AnyInput,
  AnySelect,
  AnyUser,
  BulkAnswer,
  BulkFailure,
  Capabilities,
  DocumentLockState,
  Pagination,
  ScheduledAction,
  Snapshot,
  SnapshotSummary,
  Transfer,
} from '@quirecms/core'
