import type {
  AnsweredDoc,
  CallMode,
  Checked,
  CollectionSlug,
  ContentModel,
  Omittable,
  Requested,
  UpdateOptions,
} from '@quirecms/core/feature'

export const MOST_CHANGES = 100

const IDS = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: 128 },
  maxItems: MOST_CHANGES,
} as const

export const JOIN_CHANGE_SCHEMA = {
  type: 'object',
  properties: { additions: IDS, removals: IDS },
  additionalProperties: false,
  examples: [{ additions: ['01998a3c-5d1e-7b2f-8c4d-9e0f1a2b3c4d'] }],
} as const

export type JoinChange = Requested<typeof JOIN_CHANGE_SCHEMA>

export interface JoinMethods<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Field extends string,
  Given,
  Update extends CallMode = UpdateOptions<Config, Slug> & Given,
> {
  /** Makes other documents point here, or no longer, by updating each of them. */
  changeJoin<const Options extends Omittable<Update>>(
    id: string,
    field: Field,
    change: JoinChange,
    options?: Options & Checked<Options, Update>,
  ): AnsweredDoc<Config, Slug, Options>
}
