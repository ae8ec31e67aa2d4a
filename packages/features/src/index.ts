// Exports for the other packages of Quire. Internal, like `@quirecms/core`: applications import from `quirecms`.
export type { OwnIdentity } from './providers/provider-api.ts'
export { resolveApplication } from './resolve-application.ts'
export type { KeyAction, KeyScopesOf, OwnApiKey } from './auth/api-keys/api-key-types.ts'
export type { OwnSession, SessionInfo } from './auth/session-api.ts'
export type { Capabilities, FieldCapability, SelectionAccess } from './capabilities/access-api.ts'
export type { Transfer } from './transfers/transfer-api.ts'
export type { GlobalScheduledJob, ScheduledAction, ScheduledJob } from './schedule/schedule-api.ts'
export type { PreviewTokenAnswer, PreviewTokenRequest } from './preview/preview-token-api.ts'
export type { DocumentLockState, LockAnswer } from './locks/lock-api.ts'
export type { Snapshot, SnapshotList, SnapshotSummary } from './versions/version-api.ts'
export type { Comment, MentionableUser } from './comments/comment-api.ts'
export type { LocaleCopy } from './copy-locale/copy-locale-api.ts'
export type {
  OverviewDocument,
  OpenOperations,
  OverviewApi,
  PlannedAnywhere,
  SearchResult,
  StartAnswer,
} from './overview/overview-api.ts'
export type * from './changes/changes-api.ts'
export type * from './changes/change-type.ts'
export { type AnywhereListener, hearEverywhere } from './changes/everywhere.ts'
export type { Api } from './application/api.ts'
export type { DocumentReference } from './references/reference-api.ts'
export type { CollectionApi, GlobalApi, GlobalLocaleApi, JoinApi, LocaleApi } from './application/methods-in-process.ts'
export type { JoinChange } from './joins/join-api.ts'
export type { ActorOf, CodeOf, HookOf, Register, Registered, RuleOf, TypedRoute } from './application/code-types.ts'
export { type DescribedRoute, route } from './application/route.ts'
export type { JobOf, QueueApi } from './jobs/job-api.ts'
export { plugin, type PluginCode, type PluginModel, type TypedPlugin } from './application/plugin.ts'
export { hook, rule } from './application/rule.ts'
export { withCode } from './application/with-code.ts'
export { withTypes } from './application/with-types.ts'
export type { LocalApi, SystemApi } from './application/local-api-types.ts'
export type { AnyAccountApi, AnyAuthApi, AnyCollectionApi, AnyGlobalApi } from './application/unknown-application.ts'
