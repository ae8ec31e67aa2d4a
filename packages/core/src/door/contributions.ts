export type { AccessChange, AccessDone, AccessEvent, AccessRefused, OnAccess } from '../contracts/access-event.ts'
export type { ColumnSpec, ColumnValue } from '../contracts/records.ts'
export type { Contribution, EntityDraft, Feature } from '../contracts/contribution.ts'
export type {
  DocumentEventKind,
  DocumentEventName,
  FeedEventName,
} from '../contracts/document-events.ts'
export type {
  CredentialOwner,
  CredentialPlace,
  CredentialScheme,
  PresentedCredential,
} from '../contracts/credential-scheme.ts'
export type {
  ChangeableDocument,
  ContentChange,
  DocumentEvent,
  Guard,
  OnChange,
  OnEvent,
  OnRemove,
  OnStore,
  ReadableContents,
  Removal,
  RetainedContents,
  Rewrite,
  Stamp,
  StoredRevision,
} from '../contracts/document-changes.ts'
export type {
  BulkAction,
  Entity,
  EntityKind,
  Finding,
  Findings,
  LocalMethod,
  Manifest,
  SystemField,
} from '../contracts/entity.ts'
export type { AnyLocalApi, DemandedCollection, DemandedGlobal, DemandedUsers } from '../contracts/local.ts'
export type { PluginApi, PluginEntityApi, PluginMethod } from '../contracts/plugin-api.ts'
export type { LookupPurpose, FilteredTables, Scope, Source } from '../contracts/source.ts'
export type { DocumentTable, SearchSpec } from '../contracts/storage-schema.ts'
export { resolveManifest } from '../manifest/resolve.ts'
