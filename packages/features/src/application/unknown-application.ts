import type {
  AnyDoc,
  AnyInput,
  AnySelect,
  AnyUser,
  BulkAnswer,
  BulkRequest,
  BulkWhereAnswer,
  BulkWhereRequest,
  CallExtra,
  ContentModel,
  CreateOptions,
  SaveOptions,
  UpsertApi,
} from '@quirecms/core/feature'
import type { ApiKeyApi, ServiceKeyApi, UsersKeyApi } from '../auth/api-keys/api-key-api.ts'
import type { InvitingApi, OwnAccount, UserApi } from '../auth/auth-api.ts'
import type { OwnFactorsApi, SecondFactorApi, TotpApi } from '../auth/factors/factors-api.ts'
import type { PasskeyApi, PasskeySignInApi } from '../auth/factors/passkey-api.ts'
import type { LockoutApi, RecoveryApi, VerificationApi } from '../auth/sign-in-api.ts'
import type { SignInsApi } from '../auth/sign-ins.ts'
import type { CommentApi, GlobalCommentApi } from '../comments/comment-api.ts'
import type { GlobalCopyLocaleMethods, CopyLocaleMethods } from '../copy-locale/copy-locale-api.ts'
import type { DraftsApi, GlobalDraftsApi } from '../drafts/draft-api.ts'
import type { JoinMethods } from '../joins/join-api.ts'
import type { LockApi } from '../locks/lock-api.ts'
import type { IdentityApi, ProviderApi } from '../providers/provider-api.ts'
import type { PreferenceApi } from '../preferences/preference-api.ts'
import type { GlobalPresenceApi, PresenceApi } from '../presence/presence-api.ts'
import type { GlobalPreviewApi, PreviewApi } from '../preview/preview-api.ts'
import type { PreviewTokenApi } from '../preview/preview-token-api.ts'
import type { GlobalScheduleApi, ScheduleApi } from '../schedule/schedule-api.ts'
import type { TransferApi } from '../transfers/transfer-api.ts'
import type { TrashApi } from '../trash/trash-api.ts'
import type { UploadApi } from '../uploads/upload-api.ts'
import type { GlobalVersionsApi, VersionsApi } from '../versions/version-api.ts'
import type { ViewApi } from '../views/view-api.ts'
import type { EveryCollectionApi, EveryGlobalApi } from './api.ts'

/**
 * Methods of applications that are unknown at compile time, as in an admin app: all methods that some application may
 * have. Documents are JSON with an id. Disabled methods answer `not_found`.
 */

/** Upload collections also accept a file. */
interface AnyDocumentApi<Extra extends CallExtra> {
  create(
    data: AnyInput & { readonly file?: Extra['file'] },
    options?: OpenRequest<CreateOptions<ContentModel, string>> & Extra['options'] & Extra['upload'],
  ): Promise<AnyDoc>
  /** With `file`, replaces the document's file. */
  update(
    id: string,
    data: AnyInput & { readonly file?: Extra['file'] },
    options?: OpenRequest<SaveOptions<ContentModel, string>> & Extra['options'] & Extra['upload'],
  ): Promise<AnyDoc>
  bulk(
    request: OpenRequest<BulkWhereRequest<ContentModel, string>>,
    options?: Extra['options'],
  ): Promise<BulkWhereAnswer>
  bulk(request: OpenRequest<BulkRequest<ContentModel, string>>, options?: Extra['options']): Promise<BulkAnswer<AnyDoc>>
}

/** Methods without inference: with nothing to infer, options that are assembled at run time are accepted. */
type OpenMethods<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...args: infer Given) => infer Answer
    ? (...args: { [Index in keyof Given]: OpenRequest<Given[Index]> }) => OpenAnswer<Answer>
    : never
}

/** Requests and options have named members; an index signature means the data of a document. */
type OpenRequest<Given> = string extends keyof Given
  ? AnyInput
  : { [Name in keyof Given]: Name extends 'data' ? AnyInput : Name extends 'select' ? AnySelect : Given[Name] }

type OpenAnswer<Answer> =
  Answer extends Promise<infer Value>
    ? Promise<OpenValue<Value>>
    : Answer extends AsyncIterable<infer One>
      ? AsyncIterable<OpenValue<One>>
      : Answer

type OpenValue<Value> = string extends keyof Value
  ? AnyDoc
  : Value extends { readonly docs: unknown } | { readonly user: unknown }
    ? {
        [Name in keyof Value]: Name extends 'docs' ? OpenList<Value[Name]> : Name extends 'user' ? AnyUser : Value[Name]
      }
    : Value

/** Only lists of documents change. */
type OpenList<List> = List extends readonly (infer One)[] ? (string extends keyof One ? AnyDoc[] : List) : List

export type AnyCollectionApi<Extra extends CallExtra> = AnyDocumentApi<Extra> &
  OpenMethods<
    Omit<EveryCollectionApi<ContentModel, string, Extra['options']>, keyof AnyDocumentApi<Extra>> &
      Omit<UploadApi<ContentModel, string, Extra>, keyof AnyDocumentApi<Extra>> &
      TransferApi<ContentModel, string, Extra> &
      JoinMethods<ContentModel, string, string, Extra['options']> &
      CopyLocaleMethods<ContentModel, string, Extra['options']> &
      TrashApi<ContentModel, string, Extra['options']> &
      UpsertApi<ContentModel, string, Extra['options']> &
      VersionsApi<ContentModel, string, Extra['options']> &
      DraftsApi<ContentModel, string, Extra['options']> &
      ScheduleApi<Extra['options']> &
      LockApi<Extra['options']> &
      CommentApi<Extra['options']> &
      PresenceApi<Extra['options']> &
      PreviewApi<ContentModel, string, Extra['options']>
  >

export type AnyGlobalApi<Extra extends CallExtra> = OpenMethods<
  EveryGlobalApi<ContentModel, string, Extra['options']> &
    GlobalCopyLocaleMethods<ContentModel, string, Extra['options']> &
    GlobalVersionsApi<ContentModel, string, Extra['options']> &
    GlobalDraftsApi<ContentModel, string, Extra['options']> &
    GlobalScheduleApi<Extra['options']> &
    GlobalCommentApi<Extra['options']> &
    GlobalPresenceApi<Extra['options']> &
    GlobalPreviewApi<ContentModel, string, Extra['options']>
>

export type AnyAuthApi<Extra extends CallExtra> = OpenMethods<
  UserApi<ContentModel, string, Extra['options']> &
    RecoveryApi<Extra['options']> &
    VerificationApi<Extra['options']> &
    SignInsApi<Extra['options']> &
    LockoutApi<Extra['options']> &
    SecondFactorApi<Extra['options'], AnyUser> &
    PasskeySignInApi<Extra['options'], AnyUser> &
    ProviderApi<Extra['options'], AnyUser> &
    InvitingApi<ContentModel, string, Extra['options']> &
    UsersKeyApi<Extra['options']> &
    ServiceKeyApi<Extra['options']>
>

export type AnyAccountApi<Extra extends CallExtra> = OpenMethods<
  OwnAccount<ContentModel, Extra['options']> &
    ApiKeyApi<Extra['options']> &
    OwnFactorsApi<Extra['options']> &
    TotpApi<Extra['options']> &
    IdentityApi<Extra['options']> &
    PreferenceApi<Extra['options']> &
    PreviewTokenApi<Extra['options']> &
    ViewApi<Extra['options']>
> &
  PasskeyApi<Extra['options']>
