import { type Call, type OnAccess, type OnEvent, ownerOf, type StoredDocument, type Unit } from '@quirecms/core/feature'
import { liveRevisionOf } from '../drafts/offers.ts'
import { CHANGES, type ChangeRow } from './change-table.ts'
import { feedOf } from './feed.ts'

/** Appends a change of a document, in the transaction of the change, under the lock of the document. */
export const recordChange: OnEvent<Call> = async (call, unit, { name, stored, before }) => {
  const live = isPublic(call, name, stored, before)
  const { id: documentId, revision } = stored
  const isGone = name.endsWith('.deleted') || name.endsWith('.trashed')
  const liveRevision = call.entity.copies ? liveRevisionOf(stored) : revision
  await append(call, unit, {
    event: name,
    documentId,
    revision,
    live: live ? 1 : 0,
    liveRevision: live && !isGone ? liveRevision : null,
  })
}

/** Scheduling and cancelling change no document, but matter to editors of it. */
const OF_SCHEDULES: Readonly<Record<string, string>> = { schedule: 'scheduled', cancelScheduled: 'unscheduled' }

export const recordSchedule: OnAccess<Call> = async (call, event) => {
  const what = OF_SCHEDULES[event.action]
  if (event.outcome !== 'done' || what === undefined || event.documentId === null) return
  const { documentId, revision = 0, unit } = event
  const place = call.entity.kind === 'global' ? 'global' : 'document'
  await append(call, unit, { event: `${place}.${what}`, documentId, revision, live: 0, liveRevision: null })
}

type WhatHappened = Pick<ChangeRow, 'event' | 'documentId' | 'revision' | 'live' | 'liveRevision'>

async function append({ entity, caller, runtime }: Call, unit: Unit, what: WhatHappened): Promise<void> {
  const { actor } = caller
  await unit.tx.records.append(CHANGES.name, {
    ...what,
    at: runtime.clock().toISOString(),
    entity: ownerOf(entity),
    actor: actor && `${actor.collection}/${actor.id}`,
  })
  unit.afterCommit.push(async () => feedOf(runtime).tellOthers())
}

/**
 * Whether readers of the live copy can notice the change: not for unpublished drafts, nor for permanent deletion from
 * the trash.
 */
function isPublic({ entity }: Call, event: string, stored: StoredDocument, before: StoredDocument | null): boolean {
  const isInTrash = (document: StoredDocument | null) => (document?.columns['deletedAt'] ?? null) !== null
  const isPurged = event.endsWith('.deleted') && isInTrash(before ?? stored)
  if (!entity.copies) return !isPurged
  const live = liveRevisionOf(stored)
  const former = before && liveRevisionOf(before)
  if (live !== former) return live !== null || former !== null
  // Moved to the trash or restored, with its live copy.
  if (event.endsWith('.deleted')) return live !== null && !isPurged
  return live !== null && isInTrash(stored) !== isInTrash(before)
}
