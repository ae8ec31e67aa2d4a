import {
  type Call,
  chooseLocale,
  type ErrorCode,
  UnrecoverableError,
  type JsonObject,
  type OwnJob,
  parseJson,
  QuireError,
} from '@quirecms/core/feature'
import type { BulkStart } from './checked-bulk.ts'
import { runBulk } from './run-bulk.ts'
import { runExport } from './run-export.ts'
import { type ImportRun, runImport } from './run-import.ts'
import { forgetTransfer } from './transfer-record.ts'
import { type TransferKind, TRANSFERS } from './transfer-tables.ts'

export const JOB_OF: Readonly<Record<TransferKind, string>> = {
  export: 'exportDocuments',
  import: 'importDocuments',
  bulk: 'changeDocuments',
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** A transfer as a job, with the rights of its user and without a deadline. */
function transferJob(
  kind: TransferKind,
  work: (call: Call, id: string, request: JsonObject, run: ImportRun) => Promise<JsonObject>,
): OwnJob<Call> {
  return {
    name: JOB_OF[kind],
    input: {
      type: 'object',
      required: ['transfer', 'collection'],
      additionalProperties: false,
      properties: { transfer: { type: 'string' }, collection: { type: 'string' } },
    },
    // Failed rows are reported; an attempt fails because of the database or a crash.
    retryAfter: [SECOND, 10 * SECOND, 60 * SECOND],
    timeout: 12 * HOUR,
    concurrency: 2,
    async run({ call, input, signal, ...job }) {
      const { transfer, collection } = input as { transfer: string; collection: string }
      const { runtime } = call
      const entity = runtime.manifest.collections[collection]
      const [row] = await runtime.storage.reader.records.find(TRANSFERS.name, { id: transfer })
      const isDropped = row?.result === null && row.finishedAt !== null
      if (!entity || !row || isDropped)
        throw new UnrecoverableError('The data of this import or export has expired. Start it again.')
      // Respects edit locks, unlike scheduled publications, which have a promised time.
      const { isJob: _isJob, ...caller } = call.caller
      const locale = chooseLocale(runtime.manifest.localization, {})
      const own: Call = { ...call, entity, caller, locale, operation: { name: JOB_OF[kind] } }
      try {
        const { columns: _columns, ...counts } = await work(own, transfer, parseJson(row.request) as JsonObject, {
          signal,
          progress: (done, total) => job.progress(done, total),
        })
        // Long results are in the transfer; the result of a job is small.
        return counts
      } catch (error) {
        throw isFinal(error)
          ? new UnrecoverableError(error.message, { cause: error, ...(error.issues && { issues: error.issues }) })
          : error
      }
    },
    async forget({ call, id: job }) {
      await call.runtime.storage.transaction(async ({ records }) => {
        for (const { id } of await records.find(TRANSFERS.name, { job })) await forgetTransfer(records, id)
      })
    },
  }
}

export const TRANSFER_JOBS: readonly OwnJob<Call>[] = [
  transferJob('export', (call, id, request, run) => runExport(call, id, request, run)),
  transferJob('bulk', (call, id, request, run) => runBulk(call, id, request as unknown as BulkStart, run)),
  transferJob('import', (call, id, request, run) => runImport(call, id, request, run)),
]

/** Errors that would repeat. */
const FINAL = new Set<ErrorCode>([
  'validation',
  'invalid_query',
  'forbidden',
  'unauthenticated',
  'not_found',
  'payload_too_large',
])

function isFinal(error: unknown): error is QuireError {
  return error instanceof QuireError && FINAL.has(error.code)
}
