export type { AnyDoc, AnyInput, AnySelect, AnyUser, BulkAnswer, BulkFailure, Pagination } from '@quirecms/core'
export type {
  Capabilities,
  DocumentLockState,
  ScheduledAction,
  Snapshot,
  SnapshotSummary,
  Transfer,
} from '@quirecms/features'
