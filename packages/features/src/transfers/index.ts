import type { Call, Feature, Job } from '@quirecms/core/feature'
import { listTransfers, readTransfer, readTransferFile } from './read-transfer.ts'
import { startBulk, startExport, startImport } from './start-transfers.ts'
import { TRANSFER_JOBS } from './transfer-jobs.ts'
import { dropFilesOfFailed, forgetTransfer } from './transfer-record.ts'
import { TRANSFER_PARTS, TRANSFERS } from './transfer-tables.ts'

const HOUR = 3_600_000

/**
 * Removes files whose client disconnected or whose instance crashed during the upload, and files of failed transfers.
 */
const forgetUnsent: Job<Call> = {
  name: 'forgetUnsentImports',
  every: HOUR,
  async run({ runtime, entity }) {
    const before = new Date(runtime.clock().getTime() - HOUR).toISOString()
    const unsent = { collection: entity.slug, job: null, createdAt: { below: before } }
    for (const { id } of await runtime.storage.reader.records.find(TRANSFERS.name, unsent))
      await runtime.storage.transaction(({ records }) => forgetTransfer(records, id))
    await dropFilesOfFailed(runtime, entity.slug)
  },
}

export const transfers: Feature<Call> = {
  name: 'transfers',
  options: ['transfers'],
  for: ({ kind, options }) => kind === 'collection' && options['transfers'] !== false,
  adds: () => ({
    records: [TRANSFERS, TRANSFER_PARTS],
    operations: [startExport, startImport, startBulk, listTransfers, readTransfer, readTransferFile],
    jobs: [forgetUnsent],
    // Shared by all collections: the input names one.
    namedJobs: TRANSFER_JOBS,
  }),
}
