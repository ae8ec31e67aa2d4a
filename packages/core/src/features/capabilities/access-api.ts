import { described } from '../../contracts/described-value.ts'
import type { CollectionSlug, GlobalSlug } from '../../config/infer/config.ts'
import type { ContentModel } from '../../config/infer/content-model.ts'
import type { GlobalUpdateInput, UpdateInput } from '../../config/infer/input.ts'
import type { Answered } from '../../config/infer/operation-methods.ts'
import type { WhereOf } from '../../config/infer/where.ts'
import type { DraftOption, TrashOption } from '../../operations/document-options.ts'

/** What a caller may do. Use it to show the right controls; each operation still decides for itself. */
export const CAPABILITIES_SCHEMA = {
  type: 'object',
  required: ['operations', 'fields'],
  properties: {
    /** By the names of docs/contract/access.md#capabilities; only what is enabled: `{ create: true, update: false }`. */
    operations: { type: 'object', additionalProperties: { type: 'boolean' } },
    /** By dotted path, without indexes: `links.label`. */
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

/** As many as a bulk call takes. */
export const MOST_SELECTED = 100

/** A `where` of any kind: what is wrong with it is for the query to say, as in a list (docs/contract/errors.md#wrong-shape). */
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
    /** True if there are more ids than a bulk call takes. */
    truncated: { type: 'boolean' },
  },
} as const

export type Selection = Answered<typeof SELECTION_SCHEMA>

/** What every collection tells its callers about their rights, and what they could choose. */
export interface AccessApi<Config extends ContentModel, Slug extends CollectionSlug<Config>, Given> {
  /** What the caller may do here: in general, or with the document with this `id` and with this `data`. */
  access(
    request?: { readonly id?: string; readonly data?: UpdateInput<Config, Slug> } & TrashOption<Config, Slug> &
      DraftOption<Config, Slug>,
    options?: Given,
  ): Promise<Capabilities>
  /** The ids of the documents that a query finds, up to as many as a bulk call takes. */
  selection(
    request?: { readonly where?: WhereOf<Config, Slug> } & TrashOption<Config, Slug> & DraftOption<Config, Slug>,
    options?: Given,
  ): Promise<Selection>
}

export interface GlobalAccessApi<Config extends ContentModel, Slug extends GlobalSlug<Config>, Given> {
  /** What the caller may do here, with this `data`. */
  access(request?: { readonly data?: GlobalUpdateInput<Config, Slug> }, options?: Given): Promise<Capabilities>
}
