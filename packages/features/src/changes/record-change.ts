import {
  type Call,
  changesLiveCopy,
  type DocumentEvent,
  type Entity,
  isHidden,
  type OnAccess,
  type OnEvent,
  ownerOf,
  type StoredDocument,
  type Unit,
} from '@quirecms/core/feature'
import { liveRevisionOf } from '../drafts/offers.ts'
import { CHANGES, type ChangeRow } from './change-table.ts'
import { feedOf } from './feed.ts'

/** Appends a change of a document, in the transaction of the change, under the lock of the document. */
export const recordChange: OnEvent<Call> = async (call, unit, event) => {
  const { entity } = call
  const { name, stored } = event
  const live = isPublic(entity, event)
  const { id: documentId, revision } = stored
  const liveRevision = entity.copies ? liveRevisionOf(stored) : revision
  await append(call, unit, {
    event: name,
    documentId,
    revision,
    live: live ? 1 : 0,
    liveRevision: live && !hidesDocument(entity, name) ? liveRevision : null,
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

/** Whether ordinary reads don't find a document after this event. */
export function hidesDocument({ hidingEvents }: Entity<Call>, event: string): boolean {
  return hidingEvents.some((kind) => event.endsWith(`.${kind}`))
}

/**
 * Whether readers of the live copy can notice the change: not for unpublished drafts, nor for what happens to a hidden
 * document, such as permanent deletion from the trash.
 */
function isPublic(entity: Entity<Call>, { name, stored, before }: DocumentEvent): boolean {
  const isShown = (document: StoredDocument) =>
    !isHidden(entity, document) && (entity.copies === null || liveRevisionOf(document) !== null)
  const wasShown = before !== null && isShown(before)
  const isShownNow = !name.endsWith('.deleted') && isShown(stored)
  if (wasShown !== isShownNow) return true
  if (!wasShown || entity.copies === null) return wasShown
  return liveRevisionOf(stored) !== liveRevisionOf(before) || changesLiveCopy(entity, before, stored)
}
