import { type Call, type Feature, hashedId, hurry, keepQueued, newId, type OnEvent, type Unit } from 'quirecms/plugin'
import type { Settings } from './options.ts'
import { PURGES } from './purge-table.ts'

/** The job that tells the cache. It belongs to the service, which is there whatever becomes of collections. */
export const JOB = 'purge'

/** Of collections with drafts, readers see nothing else. */
const LIVE = ['published', 'unpublished', 'deleted', 'trashed', 'restored']

/** Writes down every change of live content, in its transaction. */
export function recordChanges({ collect }: Settings): Feature<Call> {
  return {
    name: 'purge',
    for: ({ kind }) => kind !== 'service',
    adds: () => ({ onEvent: recordFor(collect) }),
  }
}

function recordFor(collect: number): OnEvent<Call> {
  return async (call, unit, { name, stored }) => {
    const { entity, runtime } = call
    const what = name.slice(name.indexOf('.') + 1)
    if (entity.copies && !LIVE.includes(what)) return
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

/** A piece of work: that of a document, or one for everything that waits, which is of no document. */
interface About {
  readonly name: string
  readonly documentId: string
}

/** Tries again what somebody wants to be tried at once. */
const RETRY: About = { name: 'retry', documentId: '' }

/** Takes up what nobody works on. */
export const OVERDUE: About = { name: 'overdue', documentId: '' }

/**
 * Sees to it that somebody tells the cache. Each document has a piece of work of its own, so that no writer waits for another. Whoever comes
 * first tells of all changes whose turn it is, and the others find nothing left; each goes on only for changes of its own document, or a
 * thousand documents would all wake up whenever one of them is to be tried again.
 */
export async function keepTelling(call: Call, unit: Unit, { name, documentId }: About, at: Date): Promise<void> {
  await keepQueued(forService(call), unit, hashedId(`purge ${name}`), {
    job: JOB,
    documentId,
    revision: 0,
    runAt: at.toISOString(),
  })
}

/** Lets everything that waits be tried at once, work that has been planned for later included. */
export async function tellNow(call: Call, unit: Unit): Promise<void> {
  await keepTelling(call, unit, RETRY, call.runtime.clock())
  await hurry(forService(call), unit, JOB)
}

function forService(call: Call): Call {
  return { ...call, entity: call.runtime.manifest.service }
}
