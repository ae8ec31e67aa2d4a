export {
  type DocumentQuery,
  type DocumentReader,
  DuplicateValue,
  type Inverse,
  type LockOptions,
  type Reference,
  type ReferenceSource,
  type StorageTransaction,
  type StoredDocument,
  type Unit,
} from '../contracts/document-storage.ts'
export type {
  DetectedType,
  Files,
  FileWork,
  ImageFrame,
  ImageSize,
  LocalFile,
  ResizedImage,
} from '../contracts/files.ts'
export type { JoinOptions } from '../contracts/field.ts'
export {
  type ByteRange,
  type FileToStore,
  isObjectKey,
  OBJECT_KEY,
  type ObjectStore,
} from '../contracts/object-store.ts'
export type { Storage } from '../contracts/storage.ts'
export type { OtherStorageConfig } from '../config/storage.ts'
export {
  canManageKeys,
  canReadEverything,
  deniedFields,
  deniedInQueries,
  type DeniedPaths,
  hasFullRead,
  isWithin,
} from '../engine/field-access.ts'
export { inTransaction } from '../engine/in-transaction.ts'
export { hashedId, isDocumentId, newId } from '../engine/new-id.ts'
export {
  findInSource,
  findManyInSource,
  isHidden,
  readerPathsIn,
  scopeOf,
  sourceOf,
  tablesOf,
} from '../engine/source.ts'
export {
  askGuards,
  checkRevision,
  chosenTables,
  findPermitted,
  findReadable,
  matches,
  newestCopies,
  notFound,
  paginate,
  requestedPage,
  requestedPresentation,
  requestedTables,
} from '../engine/read/find-document.ts'
export {
  asEvaluated,
  contentInAllLocales,
  forApplication,
  inAllLocales,
  publicDocument,
  toReadForm,
} from '../engine/read/read-form.ts'
export { joinsOf } from '../engine/read/joins.ts'
export { makePage } from '../engine/read/pages.ts'
export { present, presentOne } from '../engine/read/present.ts'
export { SmallerPages } from '../engine/read/every-document.ts'
export { contextForCall, runCall, runInTransaction, runOnce, type UnitOfWork } from '../engine/unit-of-work.ts'
export { UnseenDocument } from '../engine/access.ts'
export { admit, admitNew, prepare, type PreparedContent, prepareWhole, refuseInput } from '../engine/write/prepare.ts'
export { applyFields } from '../engine/write/apply.ts'
export { holdsTarget, loadTargets } from '../engine/write/check-targets.ts'
export { maintainedIn, withDefaults } from '../engine/write/defaults.ts'
export { idsOf, inPortions } from '../engine/write/in-portions.ts'
export { startOverlay } from '../engine/write/overlay.ts'
export { settledFor } from '../engine/write/relative-changes.ts'
export { refuseIfRestricted, rewritten, takeOut, notifyFeatures } from '../engine/write/release-references.ts'
export {
  afterChange,
  changeColumns,
  insertDocument,
  type RevisionState,
  emitEvent,
  emitChange,
  emitUnchanged,
  updateColumns,
  updateDocument,
} from '../engine/write/save.ts'
export { asValidation, notValid, sameAsNew, takenValues } from '../engine/write/unique-values.ts'
export { unsavedDocument } from '../engine/write/copy-content.ts'
export { issuesOfWhole, validateWhole, type WholeContent } from '../engine/write/validate.ts'
