import type { AnswerOf, CollectionSlug, ContentModel, GlobalSlug, KeyScopes } from '@quirecms/core/feature'
import type { API_KEY_API } from './api-key-api.ts'

export type KeyAction =
  | '*'
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  | 'duplicate'
  | 'copyLocale'
  | 'readDrafts'
  | 'publish'
  | 'unpublish'
  | 'restore'
  | 'readVersions'
  | 'schedule'
  | 'restoreDeleted'
  | 'deletePermanent'
  | 'lock'
  | 'preview'
  | 'comment'
  | 'unlock'
  | 'manageKeys'
  // Allows other names, and keeps the completion of the names above.
  | (string & {})

type ActionsBy<Slug extends string> = { readonly [Name in Slug | '*']?: readonly KeyAction[] }

/** Scopes of a key, typed by the collections and globals of an application. */
export interface KeyScopesOf<Config extends ContentModel> extends Pick<KeyScopes, 'drafts' | 'plugins'> {
  readonly collections?: ActionsBy<CollectionSlug<Config>>
  readonly globals?: ActionsBy<GlobalSlug<Config>>
}

export type OwnApiKey = AnswerOf<typeof API_KEY_API.apiKeys, { keyScopes: KeyScopes | null }>['docs'][number]
