import {
  type Answered as Answers,
  type AnsweredDoc,
  type AnsweredGlobal,
  type CallMode,
  type Checked,
  type CollectionSlug,
  type ContentModel,
  described,
  type Doc,
  type FeatureFields,
  type Flag,
  type GlobalDoc,
  type GlobalHasDrafts,
  type GlobalSlug,
  type GlobalUpdateOptions,
  type HasDrafts,
  type LocaleOptions,
  type ModeOf,
  NAMED_USER_OR_NULL,
  type Omitted,
  type PageOptions,
  type Pagination,
  type Requested,
  type SystemFields,
  type TrashOption,
  type UpdateOptions,
} from '@quirecms/core/feature'

const OF_EVERY_SNAPSHOT = {
  /** The document's id. */
  id: { type: 'string', description: 'The document.' },
  revision: { type: 'integer', minimum: 1 },
  _status: { type: 'string', enum: ['draft', 'published'] },
  createdAt: { type: 'string', format: 'date-time' },
  /** The user who made this revision; null if unknown. */
  createdBy: { ...NAMED_USER_OR_NULL, description: 'The user who made this revision.' },
  /** Saved automatically while a user typed. */
  autosave: { type: 'boolean', description: 'Whether this was saved automatically while a user typed.' },
  /** The name that a user gave it. A named snapshot is never pruned. */
  name: { type: ['string', 'null'], description: 'The name that a user gave it. A named snapshot is never pruned.' },
} as const

const ALWAYS = ['id', 'revision', '_status', 'createdAt', 'createdBy', 'autosave', 'name'] as const

/** A document as it was at one revision. */
export const SNAPSHOT_SCHEMA = {
  type: 'object',
  required: [...ALWAYS, 'data'],
  properties: {
    ...OF_EVERY_SNAPSHOT,
    /** The fields as they were, without those that the caller may not read. */
    data: described('content', {
      type: 'object',
      description: 'The fields as they were, without those that you may not read.',
    }),
  },
} as const

/** The same without the content. */
export const SUMMARY_SCHEMA = { type: 'object', required: ALWAYS, properties: OF_EVERY_SNAPSHOT } as const

export const NAME_SCHEMA = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 120,
      description: 'Null takes it back.',
      examples: ['As approved'],
    },
  },
} as const

/** A snapshot without its content. */
export type SnapshotSummary = Answers<typeof SUMMARY_SCHEMA>

export interface Snapshot<Document> extends Omit<Answers<typeof SNAPSHOT_SCHEMA>, 'data'> {
  /** The fields as they were, without those that the caller may not read. */
  data: Omit<Document, keyof SystemFields | keyof FeatureFields>
}

export interface SnapshotList<One> {
  docs: One[]
  pagination: Pagination
}

/** Of a document in the trash, snapshots are there with `trash`. */
interface SnapshotOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config>,
    TrashOption<Config, Slug> {}

interface RestoreOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends UpdateOptions<Config, Slug> {
  /** With `true`, the snapshot becomes a draft; without it, it is live at once. */
  readonly draft?: Flag<Slug, HasDrafts<Config, Slug>>
}

interface GlobalRestoreOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** With `true`, the snapshot becomes a draft; without it, it is live at once. */
  readonly draft?: Flag<Slug, GlobalHasDrafts<Config, Slug>>
}

/** The methods of a collection with versions. */
export interface VersionsApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  One extends CallMode = SnapshotOptions<Config, Slug> & Given,
  Listed extends CallMode = One & PageOptions,
  Restore extends CallMode = RestoreOptions<Config, Slug> & Given,
> {
  /** The snapshots of a document, newest first. */
  versions<const Options extends Listed = Omitted<Listed>>(
    id: string,
    options?: Options & Checked<Options, Listed>,
  ): Promise<SnapshotList<Snapshot<Doc<Config, Slug, ModeOf<Options>>>>>
  version<const Options extends One = Omitted<One>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, One>,
  ): Promise<Snapshot<Doc<Config, Slug, ModeOf<Options>>>>
  /** Gives a snapshot a name, so that it is kept for ever; null takes it back. */
  nameVersion(
    id: string,
    revision: number,
    data: Requested<typeof NAME_SCHEMA>,
    options?: Given,
  ): Promise<SnapshotSummary>
  /** Writes the content of a snapshot as a new revision. */
  restore<const Options extends Restore = Omitted<Restore>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, Restore>,
  ): AnsweredDoc<Config, Slug, Options>
}

/** The methods of a global with versions. */
export interface GlobalVersionsApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  One extends CallMode = LocaleOptions<Config> & Given,
  Listed extends CallMode = One & PageOptions,
  Restore extends CallMode = GlobalRestoreOptions<Config, Slug> & Given,
> {
  versions<const Options extends Listed = Omitted<Listed>>(
    options?: Options & Checked<Options, Listed>,
  ): Promise<SnapshotList<Snapshot<GlobalDoc<Config, Slug, ModeOf<Options>>>>>
  version<const Options extends One = Omitted<One>>(
    revision: number,
    options?: Options & Checked<Options, One>,
  ): Promise<Snapshot<GlobalDoc<Config, Slug, ModeOf<Options>>>>
  /** Gives a snapshot a name, so that it is kept for ever; null takes it back. */
  nameVersion(revision: number, data: Requested<typeof NAME_SCHEMA>, options?: Given): Promise<SnapshotSummary>
  restore<const Options extends Restore = Omitted<Restore>>(
    revision: number,
    options?: Options & Checked<Options, Restore>,
  ): AnsweredGlobal<Config, Slug, Options>
}
