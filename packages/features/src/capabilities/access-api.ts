import {
  type Answered,
  type CollectionSlug,
  type ContentModel,
  described,
  type DraftOption,
  type GlobalSlug,
  type GlobalUpdateInput,
  type TrashOption,
  type UpdateInput,
  type WhereOf,
} from '@quirecms/core/feature'

/**
 * Operations and fields that the caller may use, for choosing the controls to show. Each operation still checks its
 * own rules.
 */
export const CAPABILITIES_SCHEMA = {
  type: 'object',
  required: ['operations', 'fields'],
  properties: {
    /**
     * Keyed by the names in docs/contract/access.md#capabilities; only enabled ones: `{ create: true, update: false
     * }`.
     */
    operations: { type: 'object', additionalProperties: { type: 'boolean' } },
    /** Keyed by dotted path, without indexes: `links.label`. */
    fields: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['read', 'create', 'update'],
        properties: { read: { type: 'boolean' }, create: { type: 'boolean' }, update: { type: 'boolean' } },
      },
    },
  },
} as const

export type Capabilities = Answered<typeof CAPABILITIES_SCHEMA>

export type FieldCapability = Capabilities['fields'][string]

export const MOST_SELECTED = 100

/**
 * A `where` of any shape: the query parser reports its issues, as in a list (docs/contract/errors.md#wrong-shape).
 */
export const SELECTION_REQUEST_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: { where: described('where', { description: 'A query expression, as in a list.' }) },
} as const

export const SELECTION_SCHEMA = {
  type: 'object',
  required: ['ids', 'totalDocs', 'truncated'],
  properties: {
    ids: { type: 'array', items: { type: 'string' }, maxItems: MOST_SELECTED },
    totalDocs: { type: 'integer', minimum: 0 },
    /** True if more documents match than a bulk call takes. */
    truncated: { type: 'boolean' },
  },
} as const

export type SelectionAccess = Answered<typeof SELECTION_SCHEMA>

/** Methods of every collection for rights and selections. */
export interface AccessApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Given> {
  /** Returns what the caller may do here: in general, or with the document of this `id` and this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> } & TrashOption<Config, Slug> &
      DraftOption<Config, Slug>,
    options?: Given,
  ): Promise<Capabilities>
  /** Ids of the documents that match a query, up to the maximum of a bulk call. */
  selection(
    request?: { readonly where?: WhereOf<Config, Slug> } & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
    options?: Given,
  ): Promise<SelectionAccess>
}

export interface GlobalAccessApi<Config extends ContentModel, Slug extends GlobalSlug<Config>, Given> {
  /** Returns what the caller may do here, with this `data`. */
  access(request?: { readonly data?: GlobalUpdateInput<Config, Slug> }, options?: Given): Promise<Capabilities>
}
