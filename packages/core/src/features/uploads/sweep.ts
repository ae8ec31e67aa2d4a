import type { Job } from '../../contracts/job.ts'
import type { StoredDocument } from '../../contracts/document-storage.ts'
import type { Call, Runtime } from '../../engine/call.ts'
import { LEASE_MS } from './announced-lease.ts'
import { objectsIn } from './named-objects.ts'
import { type ObjectRow, OBJECTS, type ObjectState } from './object-table.ts'
import { releaseLeft, removeReleased } from './remove-objects.ts'
import { forgetBelatedly } from './stored-objects.ts'

const EVERY = 3_600_000
const AT_ONCE = 500

/** For work files on file systems that know no locks. */
const LONGEST_UPLOAD = 24 * 3_600_000

/** Finds nothing nearly always, by an index. */
const LOOKED_AT_EVERY = 30_000

/** Removes objects whose document was never written, because the process died that was about to. */
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
 * Removes what uploads leave behind: files that were replaced and are no longer needed; objects that could not be removed when it was their time; files of documents that were deleted while their
 * collection held no files; and files in the work folder.
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

const lookedThrough = new WeakSet<Runtime>()

/**
 * Finds what documents used that are gone. While `upload` is off, nobody notices that a document with a file is deleted. It takes a
 * start to switch that on again, so one look for each start is enough, and hourly ones would read every record for nothing.
 */
async function leaveDeleted(runtime: Runtime, stop: AbortSignal): Promise<void> {
  if (lookedThrough.has(runtime)) return
  for (const { slug, usesFiles, table } of Object.values(runtime.manifest.collections))
    if (usesFiles) await leaveDeletedOf(runtime, slug, table.name, stop)
  if (!stop.aborted) lookedThrough.add(runtime)
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

/** Notes how large objects are that were stored before anybody asked for it, so that they count for quotas. */
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
