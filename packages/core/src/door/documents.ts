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
export type { OtherStorageConfig } from '../config/service-options.ts'
export {
  canManageKeys,
  canReadEverything,
  deniedInQueries,
  type DeniedPaths,
  hasFullRead,
  isWithin,
} from '../engine/field-access.ts'
export { inTransaction } from '../engine/in-transaction.ts'
export { hashedId, isDocumentId, newId } from '../engine/new-id.ts'
export {
  changesLiveCopy,
  findInSource,
  findManyInSource,
  isHidden,
  scopeOf,
  sourceOf,
  tablesPointing,
} from '../engine/source.ts'
export {
  askGuards,
  findPermitted,
  findReadable,
  matches,
  notFound,
  matchesInMemory,
  findSeen,
} from '../engine/read/find-document.ts'
export {
  chosenTables,
  newestCopies,
  paginate,
  requestedPage,
  requestedPresentation,
  requestedTables,
} from '../engine/read/requested.ts'
export {
  contentInAllLocales,
  deniedPaths,
  forApplication,
  inAllLocales,
  publicDocument,
  toReadForm,
} from '../engine/read/read-form.ts'
export { makePageInBudget } from '../engine/read/page-budget.ts'
export { present, presentOne } from '../engine/read/present.ts'
export { SmallerPages } from '../engine/read/every-document.ts'
export { contextForCall, runCall, runInTransaction, runOnce, type UnitOfWork } from '../engine/unit-of-work.ts'
export { admit, prepare, type PreparedContent, prepareWhole, refuseInput } from '../engine/write/prepare.ts'
export { maintainedIn, withDefaults } from '../engine/write/added-values.ts'
export { idsOf, inPortions } from '../engine/write/in-portions.ts'
export { settledFor } from '../engine/write/relative-changes.ts'
export { rewritten, softDelete } from '../engine/write/release-references.ts'
export {
  changeColumns,
  insertDocument,
  type RevisionState,
  emitUnchanged,
  updateDocument,
} from '../engine/write/save.ts'
export { asValidation, notValid, sameAsNew, takenValues } from '../engine/write/unique-values.ts'
export { unsavedDocument } from '../engine/write/copy-content.ts'
export { dropMissingReferences } from '../engine/write/missing-references.ts'
export { issuesOfComplete, validateComplete } from '../engine/write/validate.ts'
export { wouldMatch } from '../engine/write/would-match.ts'
