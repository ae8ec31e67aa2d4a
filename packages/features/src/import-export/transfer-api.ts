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
} from '@quirecms/core/feature'
import { BULK_START_SCHEMA } from './bulk-start-schema.ts'
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
    row: { ...COUNT, description: 'As a spreadsheet counts them: the row with the names of the columns is 1.' },
    column: { type: ['string', 'null'], description: 'As the file calls it; null for the row as a whole.' },
    code: { type: 'string' },
    message: { type: 'string' },
    document: {
      type: ['string', 'null'],
      description: 'Of an action on many documents: the one that it was not done to.',
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
    jobId: { ...ID, description: 'The job that does it: cancel that to end it early.' },
    kind: { type: 'string', enum: ['export', 'import', 'bulk'] },
    collection: { type: 'string' },
    status: { type: 'string', enum: ['pending', 'running', 'completed', 'failed', 'cancelled'] },
    dryRun: { type: 'boolean' },
    createdAt: INSTANT,
    startedAt: INSTANT_OR_NULL,
    finishedAt: INSTANT_OR_NULL,
    done: { ...COUNT, description: 'The last row that was dealt with; of an export, how many were written.' },
    total: { type: ['integer', 'null'], minimum: 0, description: 'How many there are; null until they are counted.' },
    created: COUNT,
    updated: { ...COUNT, description: 'Documents that were changed; of an action on many, those that it was done to.' },
    failed: { ...COUNT, description: 'Rows, or documents, that were left as they are.' },
    issues: COUNT,
    firstIssues: {
      type: 'array',
      items: ROW_ISSUE,
      description: 'The first 50; all of them are in the file `issues`.',
    },
    columns: {
      type: 'array',
      items: {
        type: 'object',
        required: ['column', 'field'],
        properties: { column: { type: 'string' }, field: { type: ['string', 'null'] } },
      },
      description: 'Of an imported table: which field each of its columns is for; null for one that is left out.',
    },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'filename', 'size'],
        properties: { name: { type: 'string', enum: FILES }, filename: { type: 'string' }, size: COUNT },
      },
      description: 'What can be fetched, for 7 days.',
    },
    error: schemas.failureOrNull,
  },
} as const

const COMMON = { parameters: [], ifMatch: false } as const
const STARTED = { kind: 'value', status: 202, schema: TRANSFER } as const

export const TRANSFER_API = {
  /** Exports the documents that the caller may read to a file, in the background. */
  export: {
    ...COMMON,
    name: 'export',
    summary: 'Export documents as CSV, JSON or JSON lines',
    description:
      'A job writes what you may read into a file, which you can fetch for 7 days. Cells that a spreadsheet would run have an apostrophe before them, which an import takes away again.',
    endpoint: { method: 'POST', path: '/export' },
    local: { method: 'export', args: ['body'] },
    body: { kind: 'schema', schema: { ...EXPORT_SCHEMA, examples: [{ format: 'csv' }] }, optional: true },
    answer: STARTED,
  },
  /** Imports a file in the background. */
  import: {
    ...COMMON,
    name: 'import',
    summary: 'Import documents from CSV, JSON or JSON lines',
    description:
      'A job makes and changes documents with your rights, through the same rules, validation and hooks as single calls. With `dryRun`, it says what it would do, and names everything that is wrong by row and column.',
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
      'As the bulk route does it, to up to 100,000 documents: a job goes through what the query finds when it begins: `where`, `search` in collections that have it, and `locale` mean what they mean in a list. With `deletePermanent` and an empty `where`, it empties the trash. The documents that it was not done to are named.',
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
    description: 'Newest first: those that are under way, and the last 20 that are over.',
    endpoint: { method: 'GET', path: '', base: 'transfers' },
    local: { method: 'transfers', args: [] },
    body: { kind: 'none' },
    answer: {
      kind: 'value',
      status: 200,
      schema: {
        type: 'object',
        required: ['transfers'],
        properties: { transfers: { type: 'array', items: TRANSFER } },
      },
    },
  },
  /** Returns progress and result of a transfer. */
  transfer: {
    ...COMMON,
    name: 'transfer',
    summary: 'Find out how far an import or an export is',
    description: 'For the user who asked for it. The counts are exact, also if it was cancelled or failed.',
    endpoint: { method: 'GET', path: '/{transferId}', base: 'transfers' },
    pathSchemas: { transferId: ID },
    local: { method: 'transfer', args: ['params.transferId'] },
    body: { kind: 'none' },
    answer: { kind: 'value', status: 200, schema: TRANSFER },
  },
} as const satisfies DescribedOperations

/** A file of a transfer, which is not JSON. */
export const TRANSFER_FILE = {
  ...COMMON,
  name: 'transferFile',
  summary: 'Fetch a file of an import or an export',
  description: 'For the user who asked for it: `content` is the exported file, `issues` what was wrong, as CSV.',
  endpoint: { method: 'GET', path: '/{transferId}/{file}', base: 'transfers' },
  pathSchemas: { transferId: ID, file: { type: 'string', enum: FILES } },
  local: { method: 'transferFile', args: ['params.transferId', 'params.file'] },
  body: { kind: 'none' },
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
