export type { Checked, CheckedQuery } from '../config/infer/checked.ts'
export type { UnknownName } from '../config/infer/problem.ts'
export type {
  AuthOf,
  AuthSlug,
  CallMode,
  CollectionFields,
  CollectionSlug,
  FeatureFields,
  GlobalFields,
  GlobalHasComments,
  GlobalHasDrafts,
  GlobalHasSchedules,
  GlobalHasVersions,
  GlobalSlug,
  HasComments,
  HasDrafts,
  HasFiles,
  HasLocks,
  HasSchedules,
  HasTrash,
  HasUsers,
  HasVersions,
  LocaleOf,
  ProviderSlug,
} from '../config/infer/config.ts'
export type { ContentModel } from '../config/infer/content-model.ts'
export type { Doc, GlobalDoc, UnfinishedDoc, UnfinishedGlobalDoc } from '../config/infer/document.ts'
export type { LocalizedName, UniqueName, WritableJoin } from '../config/infer/features.ts'
export type {
  CreateInput,
  GlobalHookData,
  GlobalUpdateInput,
  HookData,
  UpdateInput,
} from '../config/infer/input.ts'
export type { InputOfJob, JobMethods, JobName, QueueingOptions, ResultOfJob } from '../config/infer/job.ts'
export type { FromSchema } from '../config/infer/json-schema.ts'
export type {
  Answered,
  AnswerOf,
  CheckedBody,
  DescribedOperations,
  GlobalOperationMethods,
  OperationMethods,
  PageOptions,
  Requested,
} from '../config/infer/operation-methods.ts'
export type { ModeOf, Omittable } from '../config/infer/omittable.ts'
export type { PictureFormatName, PictureWidth } from '../config/infer/picture-options.ts'
export type { PlainConfig } from '../config/infer/plain-config.ts'
export type { PluginAnswer, PluginMethods } from '../config/infer/plugins.ts'
export type { GlobalPopulateOf, PopulateOf } from '../config/infer/populate.ts'
export type { Revealed } from '../config/infer/revealed.ts'
export type { InputOf, ResultOf, RouteShape } from '../config/infer/route.ts'
export type { SystemFields } from '../config/infer/system-fields.ts'
export type { AnyDoc, AnyInput, AnySelect, AnyUser } from '../config/infer/unknown-document.ts'
export type { HasFactor, HasServiceAccounts } from '../config/infer/user-fields.ts'
export type { WhereOf } from '../config/infer/where.ts'
export type { CallOptions, LocalCall } from '../local/call-options.ts'
export type { ManyTold } from '../local/many-documents.ts'
export type { BulkAnswer, BulkRequest, BulkWhereAnswer, BulkWhereRequest } from '../operations/bulk-api.ts'
export type {
  AnsweredDoc,
  AnsweredGlobal,
  CallExtra,
  CopyChoice,
  CreatedDoc,
  CreateOptions,
  DraftOption,
  FindOptions,
  Flag,
  GlobalPresentOptions,
  GlobalUpdateOptions,
  IfSome,
  LocaleOptions,
  PresentOptions,
  SaveOptions,
  TrashOption,
  UpdateOptions,
} from '../operations/document-options.ts'
export type { CollectionOperations, GlobalOperations, PaginationOf, UpsertApi } from '../operations/collection-api.ts'
export type { AddedMethods, GlobalAddedMethods } from '../operations/plugin-entity-api.ts'
export type { BroughtSlug } from '../config/infer/plugins.ts'
