import { createHash } from 'node:crypto'
import { type Call, type Feature, keepQueued, newId, type OnEvent, type Unit } from 'quire/plugin'
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
    await keepTelling(call, unit, `${entity.kind}:${entity.slug}:${stored.id}`, new Date(now.getTime() + collect))
  }
}

/**
 * Sees to it that somebody tells the cache. Each document has a piece of work of its own, so that no writer waits for another; whoever comes
 * first tells of all changes that there are, and the others find nothing left.
 */
export async function keepTelling(call: Call, unit: Unit, of: string, at: Date): Promise<void> {
  const forService = { ...call, entity: call.runtime.manifest.service }
  const planned = { job: JOB, documentId: '', revision: 0, runAt: at.toISOString() }
  await keepQueued(forService, unit, idOf(of), planned)
}

function idOf(name: string): string {
  const hex = createHash('sha256').update(`purge ${name}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
