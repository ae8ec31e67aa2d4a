import {
  type Call,
  changesLiveCopy,
  type Feature,
  hashedId,
  isHidden,
  makeDueNow,
  ensureQueued,
  newId,
  type OnEvent,
  type Unit,
} from 'quirecms/plugin'
import type { PurgeSettings } from './options.ts'
import { PURGES } from './purge-table.ts'

/** Name of the job that purges the cache. It belongs to the service, which exists even if a collection is removed. */
export const JOB = 'purge'

/**
 * In collections with drafts, only these events change what readers see, besides changes of columns, such as those that
 * hide or show the document.
 */
const LIVE = ['published', 'unpublished', 'deleted']

/** Records every change of live content, in its transaction. */
export function recordChanges({ collect }: PurgeSettings): Feature<Call> {
  return {
    name: 'purge',
    for: ({ kind }) => kind !== 'service',
    adds: () => ({ onEvent: recordFor(collect) }),
  }
}

function recordFor(collect: number): OnEvent<Call> {
  return async (call, unit, { name, stored, before }) => {
    const { entity, runtime } = call
    const what = name.slice(name.indexOf('.') + 1)
    const isMoved = before !== null && isHidden(entity, before) !== isHidden(entity, stored)
    const isInBoth = before !== null && changesLiveCopy(entity, before, stored)
    if (entity.copies && !LIVE.includes(what) && !isMoved && !isInBoth) return
    const now = runtime.clock()
    await unit.tx.records.insert(PURGES.name, {
      id: newId(now.getTime()),
      entity: `${entity.kind}:${entity.slug}`,
      documentId: stored.id,
      status: 'pending',
      createdAt: now.toISOString(),
      dueAt: now.toISOString(),
      attempts: 0,
      finishedAt: null,
      error: null,
    })
    const about = { name: `${entity.kind}:${entity.slug}:${stored.id}`, documentId: stored.id }
    await keepTelling(call, unit, about, new Date(now.getTime() + collect))
  }
}

/** Identifies a unit of work: that of one document, or one for all waiting changes, without a document. */
interface About {
  readonly name: string
  readonly documentId: string
}

/** Unit of work of a manual retry. */
const RETRY: About = { name: 'retry', documentId: '' }

/** Unit of work for changes that no other one handles. */
export const OVERDUE: About = { name: 'overdue', documentId: '' }

/**
 * Queues a purge. Each document has its own unit of work, so that writers don't wait for each other. The first one that
 * runs handles all due changes, and the others find none left. A unit of work is rescheduled only for changes of its
 * own document: otherwise a thousand of them would wake up for each retry.
 */
export async function keepTelling(call: Call, unit: Unit, { name, documentId }: About, at: Date): Promise<void> {
  await ensureQueued(forService(call), unit, hashedId(`purge ${name}`), {
    job: JOB,
    documentId,
    revision: 0,
    runAt: at.toISOString(),
  })
}

/** Makes all waiting work due now, including retries that are scheduled for later. */
export async function tellNow(call: Call, unit: Unit): Promise<void> {
  await keepTelling(call, unit, RETRY, call.runtime.clock())
  await makeDueNow(forService(call), unit, JOB)
}

function forService(call: Call): Call {
  return { ...call, entity: call.runtime.manifest.service }
}
