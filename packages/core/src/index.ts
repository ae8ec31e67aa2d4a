// The declarations name streams and buffers. Programs without types of Node, such as those of browsers, get them from here.
/// <reference types="node" preserve="true" />
// What the packages of Quire need of core. Internal: any version may change it. Applications import from `quirecms`, and plugins from
// `quirecms/plugin` as well (docs/public-surface.md).
export * from './config/index.ts'
export type * from './contracts/identity-provider.ts'
export { defineService, type Service, Services } from './contracts/service.ts'
export { DEFAULT_JSON_LIMITS, type JsonLimits } from './content/json-reader.ts'
export { JsonFault, JsonReader } from './content/json-reader.ts'
export { hasEscapedKeys, parseJson } from './content/parse-json.ts'
export { isStorableJson, isStorableText } from './content/storable.ts'
export { Deadlines } from './content/deadlines.ts'
export { NewConnections, noteNewConnection } from './content/time-slice.ts'
export { LruByBytes } from './content/lru-by-bytes.ts'
export { TimeSlice } from './content/time-slice.ts'
export {
  type Actor,
  type CallRequest,
  type Context,
  type FieldAccess,
  type PluginRules,
  type Rule,
  RULE_NAMES,
  type RuleArguments,
  type RuleName,
  type Where,
} from './contracts/access.ts'
export type { Captured } from './contracts/captured.ts'
export * from './contracts/route.ts'
export type { EventName, FeedEventName, PluginEvents } from './contracts/document-events.ts'
export type { PluginApi, PluginEntityApi, PluginMethod, PluginOptions } from './contracts/plugin-api.ts'
export type {
  ClientOrigin,
  CookieChange,
  Credential,
  Mailer,
  MailContent,
  MailTemplate,
  MailTemplateArguments,
  SignInCookie,
} from './contracts/auth.ts'
export type * from './contracts/mail.ts'
export { described, type DescribedValue, describedValue } from './contracts/answer-schemas.ts'
export type { ColumnSpec, ColumnValue } from './contracts/records.ts'
export * from './contracts/condition.ts'
export type * from './contracts/access-event.ts'
export * from './contracts/factors.ts'
export type {
  ActorSession,
  FactorChange,
  SecondFactor,
  SecondFactorChallenge,
  SessionFactor,
} from './contracts/factors.ts'
export type { Contribution, EntityDraft, Feature } from './contracts/contribution.ts'
export type { LookupPurpose, FilteredTable, Scope, Source } from './contracts/source.ts'
export type { AfterWork, Complete, Job, QueuedJob, QueuedWork, RepeatedJob, WorkStatus } from './contracts/job.ts'
export {
  ForbiddenAddress,
  type OutgoingAnswer,
  type OutgoingRequest,
  type SendRequest,
} from './contracts/outgoing-request.ts'
export type { AfterCommit, Unit } from './contracts/document-storage.ts'
export * from './contracts/document-changes.ts'
export type { CacheLife, Entity, Finding, Findings, Manifest, SystemField } from './contracts/entity.ts'
export * from './contracts/errors.ts'
export type * from './contracts/field-options.ts'
export {
  BUILT_IN_TYPES,
  type FieldDefinition,
  type FieldDefinitions,
  type FieldNode,
  type FieldType,
  type Typed,
} from './contracts/field.ts'
export {
  equality,
  type GeoJsonPolygon,
  OPERANDS,
  OPERATOR_TABLE,
  OPERATORS,
  type Operator,
  type OperatorIn,
  order,
  textSearch,
  type ValueOperator,
} from './contracts/operators.ts'
export type * from './contracts/files.ts'
export * from './contracts/hooks.ts'
export type { JsonObject, JsonSchema, JsonValue } from './contracts/json.ts'
export { LARGEST_READ, type NumberReading, type PartReading, type TextReading } from './contracts/condition.ts'
export type { ActingOptions, AnyCollectionMethods, AnyLocalApi, AnyMethods } from './contracts/local.ts'
export { type LocaleChoice, type Localization, type LocalizedText, textIn } from './contracts/localization.ts'
export { type ByteRange, type FileToStore, isObjectKey, type ObjectStore } from './contracts/object-store.ts'
export * from './contracts/answer.ts'
export {
  type AnswerSpec,
  type Caller,
  type IncomingFile,
  type IncomingParts,
  type Operation,
  type OperationDescription,
  type OperationInput,
  type Parameter,
  pluginOf,
} from './contracts/operation.ts'
export type * from './contracts/credential-scheme.ts'
export type * from './contracts/records.ts'
export { column, type DescribedColumn, recordTable, type RowOf, type RowOfColumns } from './contracts/records.ts'
export type * from './contracts/records.ts'
export type { ContentLoss, ContentSpec, ContentStep, DoubtfulValues, RefuseValue } from './contracts/content-spec.ts'
export * from './contracts/document-storage.ts'
export type * from './contracts/migrations.ts'
export * from './contracts/storage.ts'
export * from './contracts/storage-schema.ts'
export { renameTargets } from './manifest/evolve/rename-targets.ts'
export { compileCheck } from './fields/compile-check.ts'
export { type CompiledCheck, compileSchema } from './fields/compile-schema.ts'
export { buildField, type FieldBuilder } from './fields/build-field.ts'
export {
  defineFieldType,
  type FieldTypeSpec,
  NO_PROBLEMS,
  type OptionsFor,
  type UnindexedOptionsFor,
} from './fields/define-field-type.ts'
export { flatten } from './content/field-tree.ts'
export { onceFor } from './content/once-for.ts'
export * from './contracts/metrics.ts'
export type * from './contracts/metrics.ts'
export { f, fieldTypes } from './fields/index.ts'
export { nearestName } from './fields/nearest-name.ts'
export { listMembership, partOperators } from './fields/operators.ts'
export {
  aBoolean,
  aCount,
  aFunction,
  aListOfFunctions,
  aNumber,
  anObject,
  aText,
  commonOptions,
  oneOf,
  type OptionKind,
  type OptionKinds,
  unindexedOptions,
} from './fields/option-kinds.ts'
export { read } from './fields/readings.ts'
export type { TypesOf } from './fields/types-of-spec.ts'
export type { OrderedConditions, TextConditions } from './fields/conditions.ts'
export type { PolymorphicReference } from './fields/relationship.ts'
export type { RichTextDocument, RichTextNode, RichTextParts } from './fields/rich-text-document.ts'
export { allowedContent } from './fields/rich-text-content.ts'
export { RICH_TEXT_CONTAINERS, RICH_TEXT_LEAVES, RICH_TEXT_MARKS } from './fields/rich-text-schema.ts'
export type { RichTextMarkName, RichTextNodeName } from './fields/rich-text.ts'
export { isSafeSource, isSafeUrl } from './fields/safe-url.ts'
export { compareCodePoints, type EvaluatedDocument, type EvaluatedWorld, evaluate } from './query/evaluate.ts'
export { parseSort } from './query/parse-sort.ts'
export { entersDocument, leavesDocument } from './query/conditions.ts'
export { parseWhere } from './query/where/parse-where.ts'
export { resolveWhere } from './query/where/resolve-where.ts'
export type { PathRoot } from './query/path-root.ts'
export { isResolved, type ResolvedPath, resolvePath } from './query/resolve-path.ts'
export { AskedProcess, ProcessPool } from './engine/asked-process.ts'
export {
  inBackupSnapshot,
  atOneMoment,
  inTransaction,
  isInTransaction,
  joinTransaction,
} from './engine/in-transaction.ts'
export { type Call, readerOf, type Runtime, systemCall } from './engine/call.ts'
export { defineOperation, execute, refuseHeldBack } from './engine/execute.ts'
export {
  type AnswersValue,
  answersValue,
  type Authorized,
  changesRecords,
  type ListsRecords,
  listsRecords,
  type OnRecords,
  onRecords,
  type RecordChangeContext,
  type Redirect,
  redirects,
} from './engine/kinds/without-rule.ts'
export {
  actsOnDocument,
  type BeginContext,
  type ChangeContext,
  changesDocument,
  type InspectsDocument,
  inspectsDocument,
} from './engine/kinds/changes-document.ts'
export type { CallerCheck, OperationWithRule, OperationWithoutRule } from './engine/kinds/of-kind.ts'
export { type CreatesDocument, createsDocument, type PreparedCreate } from './engine/kinds/creates-document.ts'
export {
  type ReadsDocument,
  readsDocument,
  type ReadsDocuments,
  readsDocuments,
} from './engine/kinds/reads-documents.ts'
export { askWithoutDocument, conditionOf, nameOfAction, refusalOf, ruleArguments } from './engine/access.ts'
export { changeColumns } from './engine/write/save.ts'
export {
  Budget,
  type BudgetOptions,
  type GiveBack,
  ClientQueues,
  type Taking,
  type Waiting,
} from './engine/budgets/budget.ts'
export { EventBus, type EventListener, type QuireEvent } from './engine/events.ts'
export { runJobs, startJobs } from './engine/jobs.ts'
export { hashedId, newId } from './engine/new-id.ts'
export { syncToDisk } from './engine/sync-to-disk.ts'
export { makeDueNow, ensureQueued, enqueue } from './engine/queue/put-off.ts'
export { oldestDue } from './engine/queue/work-through.ts'
export { QUEUE, queuedWorkOf } from './engine/queue/queue-table.ts'
export { canManageKeys, canReadEverything, hasFullRead } from './engine/field-access.ts'
export { publicDocument } from './engine/read/read-form.ts'
export { paginate, requestedPage } from './engine/read/requested.ts'
export {
  type RecordListRequest,
  type RecordOrder,
  recordPage,
  type RecordPage,
  requestedRecords,
} from './engine/read/record-request.ts'
export { anyCaller, recogniseByScheme, type RecordOwner, recordOwner, signedIn } from './engine/identity.ts'
export { tellOfApplication } from './engine/tell-access.ts'
export { withAwaitedAnswer, AwaitedAnswer, awaitedAnswer, withoutAnswer } from './engine/awaited-answer.ts'
export { AnswerBasis, AnswerTags, encodeTag, isCacheable } from './engine/answer-basis.ts'
export * from './engine/waiting-client.ts'
export { pathOf } from './manifest/resolve-routes.ts'
export { adminCollection } from './manifest/resolve-auth.ts'
export { localApiFactory } from './local/local-api.ts'
export type { FileContent, GivenFile, NamedFile } from './local/read-arguments.ts'
export * from './contracts/access.ts'
export type {
  CallExtra,
  FindOptions,
  GlobalPresentOptions,
  GlobalUpdateOptions,
  LocaleOptions,
  PresentOptions,
  UpdateOptions,
} from './operations/document-options.ts'
export type { CallOptions, LocalCall } from './local/call-options.ts'
export type { DistinctValues } from './operations/document-api.ts'
export * from './operations/bulk-api.ts'
export { job } from './local/job.ts'
export * from './contracts/named-job.ts'
export { queueJob } from './engine/named-jobs/queue-job.ts'
export { runNow } from './engine/named-jobs/run-now.ts'
export { describedMethod, implementApi } from './operations/implement-api.ts'
export type { AnswerTo, InputTo, MethodTo, PathTo } from './local/route-call.ts'
export { type DocumentForm, type DocumentSchemas, documentSchemas, formsOf } from './manifest/document-schema.ts'
export { publicManifest } from './manifest/public-form.ts'
export { manifestInScope } from './engine/scoped-manifest.ts'
export type * from './manifest/public-manifest.ts'
export { planSize, type SizePlan } from './config/plan-size.ts'
export { isPopulated } from './content/is-populated.ts'
