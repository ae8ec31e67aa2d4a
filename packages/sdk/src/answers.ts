/** Argument and result types of the client's methods, by name. This package includes their declarations. */
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
