import type { ContentModel } from '../config/infer/content-model.ts'
import type { Doc } from '../config/infer/document.ts'
import type { AuthApi, CollectionApi } from './api-types.ts'
import type { Lockout, OwnAccount, OwnApiKeys, Recovery, Verification } from './auth-api-types.ts'
import type { CallExtra } from './call-options.ts'
import type {
  DraftsApi,
  JoinApi,
  LocaleApi,
  PreviewApi,
  TrashApi,
  UpsertApi,
  VersionsApi,
} from './feature-api-types.ts'
import type {
  GlobalApi,
  GlobalDraftsApi,
  GlobalLocaleApi,
  GlobalPreviewApi,
  GlobalVersionsApi,
} from './global-api-types.ts'
import type { CommentApi, GlobalCommentApi } from '../features/comments/comment-api.ts'
import type { LockApi } from './lock-types.ts'
import type { PreviewTokens } from './preview-types.ts'
import type { GlobalScheduleApi, ScheduleApi } from './schedule-types.ts'
import type { UploadApi } from './upload-types.ts'

/**
 * The methods of applications that are not known before the program runs, as for an admin app: all that some application may have.
 * Documents are JSON with an id. What this application doesn't have is `not_found`.
 */

/** A document of an application that is not known. */
export type AnyDoc = Doc<ContentModel, string>

interface AnyFileApi<Extra extends CallExtra> {
  create(
    data: { readonly file: Extra['file']; readonly [field: string]: unknown },
    options?: Readonly<Record<string, unknown>> & Extra['options'] & Extra['upload'],
  ): Promise<AnyDoc>
  update(
    id: string,
    data: { readonly file: Extra['file']; readonly [field: string]: unknown },
    options?: Readonly<Record<string, unknown>> & Extra['options'] & Extra['upload'],
  ): Promise<AnyDoc>
}

export type AnyCollectionApi<Extra extends CallExtra> = CollectionApi<ContentModel, string, Extra> &
  AnyFileApi<Extra> &
  Omit<UploadApi<ContentModel, string, Extra>, 'create' | 'update'> &
  JoinApi<ContentModel, string, string, Extra> &
  LocaleApi<ContentModel, string, Extra> &
  TrashApi<ContentModel, string, Extra> &
  UpsertApi<ContentModel, string, Extra> &
  VersionsApi<ContentModel, string, Extra> &
  DraftsApi<ContentModel, string, Extra> &
  ScheduleApi<Extra> &
  LockApi<Extra> &
  CommentApi<Extra['options']> &
  PreviewApi<ContentModel, string, Extra>

export type AnyGlobalApi<Extra extends CallExtra> = GlobalApi<ContentModel, string, Extra> &
  GlobalLocaleApi<ContentModel, string, Extra> &
  GlobalVersionsApi<ContentModel, string, Extra> &
  GlobalDraftsApi<ContentModel, string, Extra> &
  GlobalScheduleApi<Extra> &
  GlobalCommentApi<Extra['options']> &
  GlobalPreviewApi<ContentModel, string, Extra>

export type AnyAuthApi<Extra extends CallExtra> = AuthApi<ContentModel, string, Extra> &
  Recovery<Extra> &
  Verification<Extra> &
  Lockout<Extra>

export type AnyAccountApi<Extra extends CallExtra> = OwnAccount<ContentModel, Extra> &
  OwnApiKeys<Extra> &
  PreviewTokens<Extra>
