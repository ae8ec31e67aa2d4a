import {
  type AnswerOf,
  type BulkRequest,
  type BulkWhereRequest,
  type CallExtra,
  type CollectionSlug,
  type ContentModel,
  type DescribedOperations,
  type Requested,
  schemas,
  type WhereOf,
  described,
  answersObject,
} from '@quirecms/core/feature'
import { EXPORT_SCHEMA } from './export-api.ts'
import { IMPORT_SCHEMA, type ImportRequest, MOST_IMPORTED_BYTES } from './import-api.ts'

const ID = { type: 'string', format: 'uuid' } as const
const INSTANT = { type: 'string', format: 'date-time' } as const
const INSTANT_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const
const COUNT = { type: 'integer', minimum: 0 } as const

const ROW_ISSUE = {
  type: 'object',
  required: ['row', 'column', 'code', 'message', 'document'],
  properties: {
    row: { ...COUNT, description: 'Numbered as in a spreadsheet: the header row is 1.' },
    column: { type: ['string', 'null'], description: "The column's name in the file; null for the whole row." },
    code: { type: 'string' },
    message: { type: 'string' },
    document: {
      type: ['string', 'null'],
      description: 'For an action on many documents: the document that failed.',
    },
  },
} as const

export const FILES = ['content', 'issues'] as const

/** What clients see of work on many documents (docs/contract/import-export.md#transfers). */
const TRANSFER = {
  type: 'object',
  required: [
    'id',
    'jobId',
    'kind',
    'collection',
    'status',
    'dryRun',
    'createdAt',
    'startedAt',
    'finishedAt',
    'done',
    'total',
    'created',
    'updated',
    'failed',
    'issues',
    'firstIssues',
    'columns',
    'files',
    'error',
  ],
  properties: {
    id: ID,
    jobId: { ...ID, description: 'The id of the job; cancel the job to end it early.' },
    kind: { type: 'string', enum: ['export', 'import', 'bulk'] },
    collection: { type: 'string' },
    status: { type: 'string', enum: ['pending', 'running', 'completed', 'failed', 'cancelled'] },
    dryRun: { type: 'boolean' },
    createdAt: INSTANT,
    startedAt: INSTANT_OR_NULL,
    finishedAt: INSTANT_OR_NULL,
    done: { ...COUNT, description: 'The last processed row; for an export, the number of written documents.' },
    total: { type: ['integer', 'null'], minimum: 0, description: 'The total number; null until it is known.' },
    created: COUNT,
    updated: { ...COUNT, description: 'Number of changed documents.' },
    failed: { ...COUNT, description: 'Number of rows or documents that stayed unchanged.' },
    issues: COUNT,
    firstIssues: {
      type: 'array',
      items: ROW_ISSUE,
      description: 'The first 50 issues; the file `issues` contains all.',
    },
    columns: {
      type: 'array',
      items: {
        type: 'object',
        required: ['column', 'field'],
        properties: { column: { type: 'string' }, field: { type: ['string', 'null'] } },
      },
      description: 'For an imported table: the field of each column; null for ignored columns.',
    },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'filename', 'size'],
        properties: { name: { type: 'string', enum: FILES }, filename: { type: 'string' }, size: COUNT },
      },
      description: 'The files that you can download for 7 days.',
    },
    error: schemas.failureOrNull,
  },
} as const

const MOST_IDS = 10_000

/** Request of the bulk route. */
const BULK_START_SCHEMA = {
  type: 'object',
  required: ['action'],
  additionalProperties: false,
  examples: [{ action: 'delete', where: {} }],
  properties: {
    action: {
      type: 'string',
      maxLength: 100,
      description: 'An action of the bulk route: `update`, `delete`, `publish`.',
    },
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_IDS,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 128 },
    },
    ...schemas.chosenDocuments,
    locale: {
      ...schemas.chosenDocuments.locale,
      description:
        'The locale of the query and of `data`, as in a list and an update; by default the default locale. With `all`, paths name their locale, and localized fields are objects.',
    },
    data: described('update', { type: 'object' }),
  },
} as const

const COMMON = { parameters: [], ifMatch: false } as const
const STARTED = { kind: 'value', status: 202, schema: TRANSFER } as const

export const TRANSFER_API = {
  /** Exports the documents that the caller may read to a file, in the background. */
  export: {
    ...COMMON,
    name: 'export',
    summary: 'Export documents as CSV, JSON or JSON Lines',
    description:
      'A job writes the documents that you may read to a file, which you can download for 7 days. Cells that a spreadsheet would execute as formulas get a leading apostrophe, which an import removes.',
    endpoint: { method: 'POST', path: '/export' },
    local: { method: 'export', args: ['body'] },
    body: { kind: 'schema', schema: { ...EXPORT_SCHEMA, examples: [{ format: 'csv' }] }, optional: true },
    answer: STARTED,
  },
  /** Imports a file in the background. */
  import: {
    ...COMMON,
    name: 'import',
    summary: 'Import documents from CSV, JSON or JSON Lines',
    description:
      'A job creates and changes documents with your rights, with the same access rules, validation and hooks as single calls. With `dryRun`, it reports what it would do, and all issues by row and column.',
    endpoint: { method: 'POST', path: '/import' },
    local: { method: 'import', args: ['body'] },
    body: {
      kind: 'multipart',
      schema: IMPORT_SCHEMA,
      partial: true,
      maxFileSize: MOST_IMPORTED_BYTES,
      mimeTypes: null,
    },
    answer: STARTED,
  },
  /** Applies an action to many documents in the background. */
  startBulk: {
    ...COMMON,
    name: 'startBulk',
    summary: 'Apply one action to many documents, in the background',
    description:
      'Like the bulk operation, for up to 100,000 documents. A job processes the documents that the query matches when it begins; `where`, `search` and `locale` mean the same as in a list. With `deletePermanent` and an empty `where`, it empties the trash. The result names the documents that failed.',
    endpoint: { method: 'POST', path: '/bulk/start' },
    local: { method: 'startBulk', args: ['body'] },
    body: { kind: 'schema', schema: BULK_START_SCHEMA },
    answer: STARTED,
  },
  /** Lists the caller's transfers, newest first. */
  transfers: {
    ...COMMON,
    name: 'transfers',
    summary: 'List your imports, exports and actions on many documents',
    description: 'Newest first: the running ones, and the last 20 finished ones.',
    endpoint: { method: 'GET', path: '', base: 'transfers' },
    local: { method: 'transfers', args: [] },
    answer: answersObject({ transfers: { type: 'array', items: TRANSFER } }),
  },
  /** Returns progress and result of a transfer. */
  transfer: {
    ...COMMON,
    name: 'transfer',
    summary: 'Read the progress of an import or export',
    description: 'For the user who started it. The counts are exact, also if it was cancelled or failed.',
    endpoint: { method: 'GET', path: '/{transferId}', base: 'transfers' },
    pathSchemas: { transferId: ID },
    local: { method: 'transfer', args: ['params.transferId'] },
    answer: { kind: 'value', status: 200, schema: TRANSFER },
  },
} as const satisfies DescribedOperations

/** A file of a transfer, which is not JSON. */
export const TRANSFER_FILE = {
  ...COMMON,
  name: 'transferFile',
  summary: 'Download a file of an import or export',
  description: 'For the user who started it: `content` is the exported file, `issues` the list of issues as CSV.',
  endpoint: { method: 'GET', path: '/{transferId}/{file}', base: 'transfers' },
  pathSchemas: { transferId: ID, file: { type: 'string', enum: FILES } },
  local: { method: 'transferFile', args: ['params.transferId', 'params.file'] },
  answer: { kind: 'stream', status: 200 },
} as const satisfies DescribedOperations[string]

export type Transfer = AnswerOf<typeof TRANSFER_API.transfer>

export interface TransferApi<
  Config extends ContentModel,
  Slug extends CollectionSlug<Config>,
  Extra extends CallExtra,
> {
  /** Applies an action to many documents in the background. */
  startBulk(
    request: (
      | BulkRequest<Config, Slug>
      | BulkWhereRequest<Config, Slug>
      | (Omit<BulkWhereRequest<Config, Slug>, 'where'> & {
          readonly where?: WhereOf<Config, Slug>
          readonly search: string
        })
    ) & { readonly locale?: string },
    options?: Extra['options'],
  ): Promise<Transfer>
  /** Exports the documents that the caller may read to a file, in the background. */
  export(
    request?: Requested<typeof EXPORT_SCHEMA, { readonly where: WhereOf<Config, Slug> }>,
    options?: Extra['options'],
  ): Promise<Transfer>
  /** Imports a file in the background. */
  import(
    request: ImportRequest & { readonly file: Extra['file'] },
    options?: Extra['options'] & Extra['upload'],
  ): Promise<Transfer>
  /** Lists the caller's transfers, newest first. */
  transfers(options?: Extra['options']): Promise<{ transfers: Transfer[] }>
  /** Returns progress and result of a transfer. */
  transfer(id: string, options?: Extra['options']): Promise<Transfer>
  /** The exported file, or the issues of an import as CSV. */
  transferFile(id: string, file: (typeof FILES)[number], options?: Extra['options']): Promise<Extra['content']>
}
