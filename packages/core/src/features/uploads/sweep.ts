import type { Job } from '../../contracts/job.ts'
import type { RecordRow } from '../../contracts/records.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { OBJECTS, type ObjectState } from './object-table.ts'
import { releaseLeft, removeReleased } from './remove-objects.ts'

const EVERY = 3_600_000
const AT_ONCE = 500

/** Longer than any upload takes from its announcement to its document. */
const LONGEST_UPLOAD = 24 * 3_600_000

/**
 * Removes what uploads leave behind: objects whose document was never written, because the process died; files that were replaced and
 * are no longer needed; objects that could not be removed when it was their time; and files in the work folder.
 */
export const sweepObjects: Job<Call> = {
  name: 'sweepObjects',
  every: EVERY,
  async run({ runtime }, stop) {
    const { storage, clock } = runtime
    const before = new Date(clock().getTime() - LONGEST_UPLOAD)
    const released: ObjectState = 'released'
    await storage.transaction(async ({ records }) => {
      const abandoned = { state: 'pending', changedAt: { below: before.toISOString() } }
      await records.update(OBJECTS.name, abandoned, { state: released })
    })
    await releaseAllLeft(runtime, stop)
    await removeReleased(runtime)
    await (await runtime.files()).discardOlderThan(before)
  },
}

async function releaseAllLeft(runtime: Runtime, stop: AbortSignal): Promise<void> {
  let after = ''
  while (!stop.aborted) {
    const match = { state: 'left', key: { above: after } }
    const rows = await runtime.storage.reader.records.find(OBJECTS.name, match, { limit: AT_ONCE })
    for (const [slug, id] of documentsOf(rows)) await releaseLeft(runtime, slug, id)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = String(last['key'])
  }
}

function documentsOf(rows: readonly RecordRow[]): [slug: string, id: string][] {
  const documents = new Map(rows.map((row) => [`${row['collection']} ${row['document']}`, row]))
  return [...documents.values()].map((row) => [String(row['collection']), String(row['document'])])
}
