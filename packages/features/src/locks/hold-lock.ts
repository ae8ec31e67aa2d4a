import {
  actsOnDocument,
  type Call,
  type CheckedBody,
  inspectsDocument,
  type Operation,
  QuireError,
  readerOf,
  reportDone,
} from '@quirecms/core/feature'
import { LOCK_API } from './lock-api.ts'
import { type EditLock, holderOf, isHeldBy, LOCKS, lockAnswer, lockKey, lockOf } from './locks.ts'

/** Only actors who may update the document may see its lock. */
const COMMON = { parameters: [], ifMatch: false, rule: 'update' } as const

export const readLock = inspectsDocument({
  ...COMMON,
  ...LOCK_API.readLock,
  async answers({ call, document }) {
    const lock = await lockOf(call, readerOf(call).records, document.id)
    return { kind: 'value', value: lockAnswer(lock, call.caller.actor) }
  },
})

/**
 * Takes the lock, or renews the actor's own. Holds the update lock of the document's row until commit, as every
 * change does: of a concurrent lock and change, the second sees the first.
 */
export function acquireLock(duration: number): Operation<Call> {
  return actsOnDocument({
    ...COMMON,
    ...LOCK_API.lock,
    capability: { name: 'lock', onlyForUsers: true },
    leavesContent: true,
    begin: async ({ call }) => holderOf(call),
    async run({ call, unit, before: { id, revision }, begun: actor }) {
      const { tx } = unit
      const { takeover = false } = (call.input.body ?? {}) as CheckedBody<typeof LOCK_API.lock>
      const held = await lockOf(call, tx.records, id)
      const isMine = held !== null && isHeldBy(held, actor)
      if (held && !isMine && !takeover) throw heldByAnother()
      const now = call.runtime.clock()
      const taken: EditLock = {
        actorCollection: actor.collection,
        actorId: actor.id,
        acquiredAt: isMine ? held.acquiredAt : now.toISOString(),
        expiresAt: new Date(now.getTime() + duration).toISOString(),
      }
      const key = lockKey(call, id)
      const isNew = await tx.records.insert(LOCKS.name, { ...key, ...taken })
      if (!isNew) await tx.records.update(LOCKS.name, key, { ...taken })
      // Audit takeovers only.
      if (held && !isMine) {
        const from = `${held.actorCollection}/${held.actorId}`
        const changes = [{ path: 'holder', from, to: `${actor.collection}/${actor.id}` }]
        await reportDone(call, unit, { action: 'lock.takeover', documentId: id, revision, changes })
      }
      return { kind: 'value', value: lockAnswer(taken, actor) }
    },
  })
}

function heldByAnother(): QuireError {
  return new QuireError('locked', 'Another user is editing this document. Wait for them, or send `takeover: true`.')
}

export const releaseLock = actsOnDocument({
  ...COMMON,
  ...LOCK_API.releaseLock,
  leavesContent: true,
  begin: async ({ call }) => holderOf(call),
  async run({ call, unit: { tx }, before: { id }, begun: actor }) {
    const held = await lockOf(call, tx.records, id)
    if (held && !isHeldBy(held, actor)) throw new QuireError('not_lock_holder', 'Another user holds this lock.')
    if (held) await tx.records.remove(LOCKS.name, lockKey(call, id))
    return { kind: 'value', value: { released: true } }
  },
})
