import {
  type Answered as Answers,
  type AnsweredDoc,
  type AnsweredGlobal,
  type CallMode,
  type Checked,
  type CollectionSlug,
  type ContentModel,
  described,
  type FeatureFields,
  type Flag,
  type GlobalHasDrafts,
  type GlobalSlug,
  type GlobalUpdateOptions,
  type HasDrafts,
  type LocaleOptions,
  type ModeOf,
  type Omittable,
  type PageOptions,
  type Pagination,
  type Requested,
  schemas,
  type SystemFields,
  type TrashOption,
  type UpdateOptions,
} from '@quirecms/core/feature'

const OF_EVERY_SNAPSHOT = {
  id: { type: 'string', description: 'The document.' },
  revision: { type: 'integer', minimum: 1 },
  _status: { type: 'string', enum: ['draft', 'published'] },
  createdAt: { type: 'string', format: 'date-time' },
  /** The user who made this revision; null if unknown. */
  createdBy: { ...schemas.namedUserOrNull, description: 'The user who made this revision.' },
  /** Saved automatically while a user typed. */
  autosave: { type: 'boolean', description: 'Whether this was saved automatically while a user typed.' },
  /** The name that a user gave it. A named snapshot is never pruned. */
  name: { type: ['string', 'null'], description: 'The name that a user gave it. A named snapshot is never pruned.' },
} as const

const ALWAYS = ['id', 'revision', '_status', 'createdAt', 'createdBy', 'autosave', 'name'] as const

export const SNAPSHOT_SCHEMA = {
  type: 'object',
  required: [...ALWAYS, 'data'],
  properties: {
    ...OF_EVERY_SNAPSHOT,
    /** Fields of the snapshot that the caller may read. */
    data: described('content', {
      type: 'object',
      description: 'The fields as they were, without those that you may not read.',
    }),
  },
} as const

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
      description: 'Null removes the name.',
      examples: ['As approved'],
    },
  },
} as const

export type SnapshotSummary = Answers<typeof SUMMARY_SCHEMA>

export interface Snapshot<Document> extends Omit<Answers<typeof SNAPSHOT_SCHEMA>, 'data'> {
  /** Fields of the snapshot that the caller may read. */
  data: Omit<Document, keyof SystemFields | keyof FeatureFields>
}

export interface SnapshotList<One> {
  docs: One[]
  pagination: Pagination
}

/** For documents in the trash, `trash` is required. */
interface SnapshotOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends LocaleOptions<Config>,
    TrashOption<Config, Slug> {}

interface RestoreOptions<Config extends ContentModel, Slug extends CollectionSlug<Config>>
  extends UpdateOptions<Config, Slug> {
  /** `true` restores as a draft; otherwise the result is live at once. */
  readonly draft?: Flag<Slug, HasDrafts<Config, Slug>>
}

interface GlobalRestoreOptions<Config extends ContentModel, Slug extends GlobalSlug<Config>>
  extends GlobalUpdateOptions<Config, Slug> {
  /** `true` restores as a draft; otherwise the result is live at once. */
  readonly draft?: Flag<Slug, GlobalHasDrafts<Config, Slug>>
}

export interface VersionsApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Given,
  One extends CallMode = SnapshotOptions<Config, Slug> & Given,
  Listed extends CallMode = One & PageOptions,
  Restore extends CallMode = RestoreOptions<Config, Slug> & Given,
> {
  /** Lists the snapshots of a document, newest first. */
  versions<const Options extends Omittable<Listed>>(
    id: string,
    options?: Options & Checked<Options, Listed>,
  ): Promise<SnapshotList<Snapshot<Awaited<AnsweredDoc<Config, Slug, Options>>>>>
  version<const Options extends Omittable<One>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, One>,
  ): Promise<Snapshot<Awaited<AnsweredDoc<Config, Slug, Options>>>>
  /** Names a snapshot, which is then kept forever; null removes the name. */
  nameVersion(
    id: string,
    revision: number,
    data: Requested<typeof NAME_SCHEMA>,
    options?: Given,
  ): Promise<SnapshotSummary>
  /** Writes the content of a snapshot as a new revision. */
  restore<const Options extends Omittable<Restore>>(
    id: string,
    revision: number,
    options?: Options & Checked<Options, Restore>,
  ): AnsweredDoc<Config, Slug, Options, 'draft' extends keyof ModeOf<Options> ? false : true>
}

export interface GlobalVersionsApi<
  Config extends ContentModel,
  Slug extends GlobalSlug<Config>,
  Given,
  One extends CallMode = LocaleOptions<Config> & Given,
  Listed extends CallMode = One & PageOptions,
  Restore extends CallMode = GlobalRestoreOptions<Config, Slug> & Given,
> {
  versions<const Options extends Omittable<Listed>>(
    options?: Options & Checked<Options, Listed>,
  ): Promise<SnapshotList<Snapshot<Awaited<AnsweredGlobal<Config, Slug, Options>>>>>
  version<const Options extends Omittable<One>>(
    revision: number,
    options?: Options & Checked<Options, One>,
  ): Promise<Snapshot<Awaited<AnsweredGlobal<Config, Slug, Options>>>>
  /** Names a snapshot, which is then kept forever; null removes the name. */
  nameVersion(revision: number, data: Requested<typeof NAME_SCHEMA>, options?: Given): Promise<SnapshotSummary>
  restore<const Options extends Omittable<Restore>>(
    revision: number,
    options?: Options & Checked<Options, Restore>,
  ): AnsweredGlobal<Config, Slug, Options, 'draft' extends keyof ModeOf<Options> ? false : true>
}
