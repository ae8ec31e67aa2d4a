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
} from './answers.ts'
export { type ClientErrorCode, QuireError } from './client-error.ts'
export type {
  AnyClient,
  Client,
  ClientCall,
  ClientCallOptions,
  ClientOptions,
  LiveOptions,
  LocalizedText,
  PublicEntity,
  PublicField,
  PublicManifest,
  RequestOptions,
  Secret,
  UploadOptions,
} from './client-types.ts'
export { createClient } from './create-client.ts'
export type { ClientFile } from './file-form.ts'
export type { ImageAttributes, ImageOptions } from './image.ts'
export { isPopulated } from './is-populated.ts'
export type { PasskeyRequest } from './passkey-ceremony.ts'
export type { OnProgress, UploadProgress } from './upload.ts'
