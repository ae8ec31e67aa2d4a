/**
 * `quire/plugin`: what the features of a plugin are made of, beyond what every application imports from `quire`. No name is in both.
 * docs/surface/ lists all of them; `npm run check` fails when one changes unnoticed.
 */

// What a feature adds, and to what.
export type {
  Changeable,
  ContentChange,
  Contribution,
  DocumentEvent,
  Entity,
  EntityDraft,
  Feature,
  FieldDefinition,
  FieldDefinitions,
  FieldNode,
  Guard,
  KeptContents,
  Manifest,
  OnChange,
  OnEvent,
  OnRemove,
  OnStore,
  Removal,
  StoredRevision,
  SystemField,
} from '@quire/core'

// Operations, and what they run in.
export {
  type Admission,
  type Admitted,
  type Answer,
  type AnswerSpec,
  type AnswersValue,
  actsOnDocument,
  answersValue,
  anybody,
  type Call,
  type Caller,
  type Changing,
  type ChangingRecords,
  changesDocument,
  changesRecords,
  type Described,
  type DescribedWithoutRule,
  defineOperation,
  forOthers,
  implementApi,
  inTransaction,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type ListsRecords,
  type LooksAtDocument,
  listsRecords,
  looksAtDocument,
  type MakesDocument,
  type Making,
  makesDocument,
  newId,
  type OnRecords,
  type Operation,
  type OperationInput,
  onRecords,
  type Pagination,
  type Parameter,
  type Permitted,
  type PluginAnswer,
  type PresentedDocument,
  paginate,
  type ReadsDocument,
  type ReadsDocuments,
  type RecordOrder,
  type RecordOwner,
  type Runtime,
  readerOf,
  readsAll,
  readsDocument,
  readsDocuments,
  readsEverything,
  recordOwner,
  recordPage,
  refuse,
  requestedPage,
  ruleArguments,
  signedIn,
  type Unit,
} from '@quire/core'

// What is stored: records of the plugin's own, and documents.
export type {
  ColumnSpec,
  Condition,
  DocumentQuery,
  DocumentReader,
  FilledDocument,
  RecordChoice,
  RecordColumn,
  RecordFill,
  RecordIndex,
  RecordMatch,
  RecordQuery,
  RecordRange,
  RecordReader,
  RecordRow,
  RecordTable,
  RecordWriter,
  SortKey,
  Storage,
  StorageTransaction,
  StoredDocument,
} from '@quire/core'

// Work in the background.
export {
  type AfterWork,
  type Complete,
  hurry,
  type Job,
  keepQueued,
  putOff,
  QUEUE,
  type QueuedJob,
  type QueuedWork,
  type RepeatedJob,
  type WorkStatus,
  workOf,
} from '@quire/core'

// Requests to other services.
export { ForbiddenAddress, type OutgoingAnswer, type OutgoingRequest, type SendRequest } from '@quire/core'

// Options of the plugin.
export { type ConfigurationProblem, type Duration, parseDuration, parseSize, type Size } from '@quire/core'

// Where files are kept.
export { type ByteRange, type FileToStore, isObjectKey, type ObjectStore, type OtherStorageConfig } from '@quire/core'
