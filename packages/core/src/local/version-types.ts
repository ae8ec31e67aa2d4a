import type { Pagination } from '../contracts/answer.ts'
import type { ContentModel } from '../config/infer/content-model.ts'
import type { CallMode, CollectionSlug, FeatureFields, GlobalSlug } from '../config/infer/config.ts'
import type { Doc, GlobalDoc, SystemFields } from '../config/infer/document.ts'

/** A document as it was at one revision. */
export interface Snapshot<Document> {
  /** The document's id. */
  id: string
  revision: number
  _status: 'draft' | 'published'
  createdAt: string
  /** The user who made this revision; null if nobody is known. */
  createdBy: { collection: string; id: string } | null
  /** The fields as they were, without those that the caller may not read. */
  data: Omit<Document, keyof SystemFields | keyof FeatureFields>
}

export type SnapshotOf<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Mode extends CallMode = object,
> = Snapshot<Doc<Config, Slug, Mode>>

export type GlobalSnapshotOf<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Mode extends CallMode = object,
> = Snapshot<GlobalDoc<Config, Slug, Mode>>

export interface SnapshotList<One> {
  docs: One[]
  pagination: Pagination
}

/** Which snapshots to list. */
export interface PageOptions {
  readonly page?: number
  readonly limit?: number
}
