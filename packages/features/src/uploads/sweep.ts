import { type Call, type Job, type Runtime, type StoredDocument, onceFor } from '@quirecms/core/feature'
import { LEASE_MS } from './store-file.ts'
import { objectsIn } from './named-objects.ts'
import { type ObjectRow, OBJECTS, type ObjectState } from './object-table.ts'
import { releaseLeft, removeReleased } from './remove-objects.ts'
import { forgetBelatedly } from './stored-objects.ts'

const EVERY = 3_600_000
const AT_ONCE = 500

/** Maximum age of temporary files, for file systems without locks. */
const LONGEST_UPLOAD = 24 * 3_600_000

/** An indexed query, which nearly always finds nothing. */
const LOOKED_AT_EVERY = 30_000

/** Removes objects whose document was never written because the process died. */
export const removeAnnounced: Job<Call> = {
  name: 'removeAnnounced',
  every: LOOKED_AT_EVERY,
  async run({ runtime }) {
    const { storage, clock } = runtime
    const below = new Date(clock().getTime() - LEASE_MS).toISOString()
    const abandoned = { state: 'pending', changedAt: { below } } as const
    if ((await storage.reader.records.count(OBJECTS.name, abandoned)) === 0) return
    const released: ObjectState = 'released'
    await storage.transaction(async ({ records }) => {
      await records.update(OBJECTS.name, abandoned, { state: released })
    })
    await removeReleased(runtime)
  },
}

/**
 * Removes remains of uploads: replaced files that are no longer needed, objects whose removal failed, files of
 * documents that were deleted while their collection had no uploads, and temporary files.
 */
export const sweepObjects: Job<Call> = {
  name: 'sweepObjects',
  every: EVERY,
  async run(call, stop) {
    const { runtime } = call
    await forgetBelatedly(call)
    await leaveDeleted(runtime, stop)
    await releaseAllLeft(runtime, stop)
    await removeReleased(runtime)
    const before = new Date(runtime.clock().getTime() - LONGEST_UPLOAD)
    await (await runtime.files()).removeAbandoned(before)
  },
}

async function releaseAllLeft(runtime: Runtime, stop: AbortSignal): Promise<void> {
  let after = ''
  while (!stop.aborted) {
    const match = { state: 'left' as const, key: { above: after } }
    const rows = await runtime.storage.reader.records.find(OBJECTS.name, match, { limit: AT_ONCE })
    for (const [slug, id] of documentsOf(rows)) await releaseLeft(runtime, slug, id)
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.key
  }
}

const sweptBefore = onceFor((_: Runtime) => ({ hasLeftDeleted: false }))

/**
 * Finds objects of deleted documents. While `upload` is off, deleting a document doesn't release its file. Turning it
 * on again needs a restart, so one check per start is enough; hourly checks would read every record.
 */
async function leaveDeleted(runtime: Runtime, stop: AbortSignal): Promise<void> {
  const swept = sweptBefore(runtime)
  if (swept.hasLeftDeleted) return
  for (const { slug, usesFiles, table } of Object.values(runtime.manifest.collections))
    if (usesFiles) await leaveDeletedOf(runtime, slug, table.name, stop)
  if (!stop.aborted) swept.hasLeftDeleted = true
}

async function leaveDeletedOf(runtime: Runtime, collection: string, table: string, stop: AbortSignal): Promise<void> {
  const { reader } = runtime.storage
  const used: ObjectState = 'used'
  const left: ObjectState = 'left'
  let after = ''
  while (!stop.aborted) {
    const match = { collection, state: used, key: { above: after } }
    const rows = await reader.records.find(OBJECTS.name, match, { limit: AT_ONCE })
    const ids = [...new Set(rows.flatMap(({ document }) => document ?? []))]
    const documents = await reader.getMany(table, ids)
    await measure(runtime, rows, documents)
    const there = new Set(documents.map(({ id }) => id))
    const gone = ids.filter((id) => !there.has(id))
    if (gone.length > 0)
      await runtime.storage.transaction(async ({ records }) => {
        for (const document of gone)
          await records.update(OBJECTS.name, { collection, document, state: used }, { state: left })
      })
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last.key
  }
}

/** Fills in the size of objects from before quotas. */
async function measure(
  { storage }: Runtime,
  rows: readonly ObjectRow[],
  documents: readonly StoredDocument[],
): Promise<void> {
  const unmeasured = new Set(rows.filter(({ bytes }) => bytes === null).map(({ key }) => key))
  if (unmeasured.size === 0) return
  const objects = documents.flatMap(({ json }) => objectsIn(json)).filter(({ key }) => unmeasured.has(key))
  await storage.transaction(async ({ records }) => {
    for (const { key, filesize } of objects)
      await records.update(OBJECTS.name, { key, bytes: null }, { bytes: filesize })
  })
}

function documentsOf(rows: readonly ObjectRow[]): [slug: string, id: string][] {
  const named = rows.flatMap(({ collection, document }): [string, string][] =>
    document === null ? [] : [[collection, document]],
  )
  return [...new Map(named.map((one) => [one.join(' '), one])).values()]
}
