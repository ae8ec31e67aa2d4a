import type {
  AddedMethods,
  AuthSlug,
  CallExtra,
  CollectionOperations,
  CollectionFields,
  CollectionSlug,
  ContentModel,
  Doc,
  FieldDefinitions,
  GlobalAddedMethods,
  GlobalOperations,
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
  IfSome,
  LocaleOf,
  LocalizedName,
  ProviderSlug,
  UniqueName,
  UpsertApi,
  WhereOf,
  WritableJoin,
} from '@quirecms/core/feature'
import type { AccountApi, AuthApi } from '../auth/auth-api.ts'
import type { ChangesApi } from '../changes/changes-api.ts'
import type { AccessApi, GlobalAccessApi } from '../capabilities/access-api.ts'
import type { CommentApi, GlobalCommentApi } from '../comments/comment-api.ts'
import type { GlobalCopyLocaleMethods, CopyLocaleMethods } from '../copy-locale/copy-locale-api.ts'
import type { DraftsApi, GlobalDraftsApi } from '../drafts/draft-api.ts'
import type { JoinMethods } from '../joins/join-api.ts'
import type { QueueApi } from '../jobs/job-api.ts'
import type { LockApi } from '../locks/lock-api.ts'
import type { OverviewApi } from '../overview/overview-api.ts'
import type { PreferenceApi } from '../preferences/preference-api.ts'
import type { GlobalPresenceApi, PresenceApi } from '../presence/presence-api.ts'
import type { GlobalPreviewApi, PreviewApi } from '../preview/preview-api.ts'
import type { PreviewTokenApi } from '../preview/preview-token-api.ts'
import type { IdentityApi, ProviderApi } from '../providers/provider-api.ts'
import type { ReferenceApi } from '../references/reference-api.ts'
import type { GlobalScheduleApi, ScheduleApi } from '../schedule/schedule-api.ts'
import type { TrashApi } from '../trash/trash-api.ts'
import type { TransferApi } from '../transfers/transfer-api.ts'
import type { UploadApi } from '../uploads/upload-api.ts'
import type { GlobalVersionsApi, VersionsApi } from '../versions/version-api.ts'
import type { ViewApi } from '../views/view-api.ts'

export interface EveryCollectionApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Given>
  extends CollectionOperations<Config, Slug, Given>,
    AccessApi<Config, Slug, Given>,
    ReferenceApi<Given, WhereOf<Config, Slug>> {}

export interface EveryGlobalApi<Config extends ContentModel, Slug extends GlobalSlug<Config>, Given>
  extends GlobalOperations<Config, Slug, Given>,
    GlobalAccessApi<Config, Slug, Given> {}

type IfLocalized<Config extends ContentModel, Fields extends FieldDefinitions, Methods> = IfSome<
  LocaleOf<Config>,
  IfSome<LocalizedName<Fields>, Methods, unknown>,
  unknown
>

type EnabledMethods<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given extends object,
  Fields extends FieldDefinitions = CollectionFields<Config, Slug>,
> = IfSome<WritableJoin<Fields>, JoinMethods<Config, Slug, WritableJoin<Fields>, Given>, unknown> &
  IfSome<UniqueName<Fields>, UpsertApi<Config, Slug, Given>, unknown> &
  IfLocalized<Config, Fields, CopyLocaleMethods<Config, Slug, Given>> &
  (HasTrash<Config, Slug> extends true ? TrashApi<Config, Slug, Given> : unknown) &
  (HasVersions<Config, Slug> extends true ? VersionsApi<Config, Slug, Given> : unknown) &
  (HasDrafts<Config, Slug> extends true ? DraftsApi<Config, Slug, Given> : unknown) &
  (HasSchedules<Config, Slug> extends true ? ScheduleApi<Given> : unknown) &
  (HasLocks<Config, Slug> extends true ? LockApi<Given> : unknown) &
  (HasComments<Config, Slug> extends true ? CommentApi<Given> : unknown) &
  IfSome<AuthSlug<Config>, PresenceApi<Given>, unknown> &
  IfSome<AuthSlug<Config>, PreviewApi<Config, Slug, Given>, unknown> &
  AddedMethods<Config, Slug, Given>

/** Users are created with a password and can't be duplicated; files come with their content. */
type DocumentMethods<Config extends ContentModel, Slug extends CollectionSlug<Config>, Extra extends CallExtra> =
  HasUsers<Config, Slug> extends true
    ? Omit<EveryCollectionApi<Config, Slug, Extra['options']>, 'create' | 'duplicate'>
    : HasFiles<Config, Slug> extends true
      ? Omit<EveryCollectionApi<Config, Slug, Extra['options']>, 'create' | 'update'> & UploadApi<Config, Slug, Extra>
      : EveryCollectionApi<Config, Slug, Extra['options']>

/** Hovers show the beginning of a type: so the slug comes first here, and the configuration, which is long, after it. */
export type CollectionMethods<
  Slug extends CollectionSlug<Config>,
  Config extends ContentModel,
  Extra extends CallExtra,
> = DocumentMethods<Config, Slug, Extra> &
  TransferApi<Config, Slug, Extra> &
  EnabledMethods<Config, Slug, Extra['options']>

export type GlobalMethods<
  Slug extends GlobalSlug<Config>,
  Config extends ContentModel,
  Extra extends CallExtra,
> = EveryGlobalApi<Config, Slug, Extra['options']> &
  IfLocalized<Config, GlobalFields<Config, Slug>, GlobalCopyLocaleMethods<Config, Slug, Extra['options']>> &
  (GlobalHasVersions<Config, Slug> extends true ? GlobalVersionsApi<Config, Slug, Extra['options']> : unknown) &
  (GlobalHasDrafts<Config, Slug> extends true ? GlobalDraftsApi<Config, Slug, Extra['options']> : unknown) &
  (GlobalHasSchedules<Config, Slug> extends true ? GlobalScheduleApi<Extra['options']> : unknown) &
  (GlobalHasComments<Config, Slug> extends true ? GlobalCommentApi<Extra['options']> : unknown) &
  IfSome<AuthSlug<Config>, GlobalPresenceApi<Extra['options']>, unknown> &
  IfSome<AuthSlug<Config>, GlobalPreviewApi<Config, Slug, Extra['options']>, unknown> &
  GlobalAddedMethods<Config, Slug, Extra['options']>

export type UserMethods<Slug extends AuthSlug<Config>, Config extends ContentModel, Extra extends CallExtra> = AuthApi<
  Config,
  Slug,
  Extra['options']
> &
  (Slug extends ProviderSlug<Config> ? ProviderApi<Extra['options'], Doc<Config, Slug>> : unknown)

/** The methods of an application, typed by its configuration (docs/contract/command-line.md#one-shape). */
export interface Api<Config extends ContentModel, Extra extends CallExtra>
  extends OverviewApi<Config, Extra['options']>,
    ChangesApi<Config, Extra['options']> {
  readonly queue: QueueApi<Extra['options']>
  readonly collections: { readonly [Slug in CollectionSlug<Config>]: CollectionMethods<Slug, Config, Extra> }
  readonly globals: { readonly [Slug in GlobalSlug<Config>]: GlobalMethods<Slug, Config, Extra> }
  readonly auth: { readonly [Slug in AuthSlug<Config>]: UserMethods<Slug, Config, Extra> }
  /** The actor's own sessions, keys and preferences, and the revocation of preview tokens. */
  readonly account: AccountApi<Config, Extra['options']> &
    IfSome<
      AuthSlug<Config>,
      PreferenceApi<Extra['options']> & PreviewTokenApi<Extra['options']> & ViewApi<Extra['options']>,
      unknown
    > &
    IfSome<ProviderSlug<Config>, IdentityApi<Extra['options']>, unknown>
}
