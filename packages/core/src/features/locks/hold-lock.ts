import { QuireError } from '../../contracts/errors.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import type { Operation } from '../../contracts/operation.ts'
import { type Call, readerOf } from '../../engine/call.ts'
import { actsOnDocument } from '../../engine/kinds/changes-document.ts'
import { looksAtDocument } from '../../engine/kinds/looks-at-document.ts'
import { holderOf, isHeldBy, type Lock, lockAnswer, lockKey, lockOf } from './lock-of.ts'
import { LOCKS } from './lock-table.ts'

const LOCK_ANSWER: JsonSchema = {
  type: 'object',
  required: ['lock'],
  properties: {
    lock: {
      type: ['object', 'null'],
      required: ['actor', 'acquiredAt', 'expiresAt', 'mine'],
      properties: {
        actor: {
          type: 'object',
          required: ['collection', 'id'],
          properties: { collection: { type: 'string' }, id: { type: 'string' } },
        },
        acquiredAt: { type: 'string', format: 'date-time' },
        expiresAt: { type: 'string', format: 'date-time' },
        mine: { type: 'boolean' },
      },
    },
  },
}

/** Who edits a document is for those who may edit it too. */
const COMMON = { parameters: [], ifMatch: false, rule: 'update' } as const

export const readLock = looksAtDocument({
  ...COMMON,
  name: 'readLock',
  summary: 'See who is editing a document',
  description: 'Null if nobody is.',
  endpoint: { method: 'GET', path: '/{id}/lock' },
  local: { method: 'readLock', args: ['id'] },
  body: { kind: 'none' },
  answer: { kind: 'value', status: 200, schema: LOCK_ANSWER },
  async answers({ call, document }) {
    const lock = await lockOf(call, readerOf(call).records, document.id)
    return { kind: 'value', value: lockAnswer(lock, call.caller.actor) }
  },
})

/**
 * Takes the lock, or renews it for whoever has it already. Whatever changes a document holds on to its row first, and so does this: of
 * a lock and a change at the same time, one comes first, and the other sees it.
 */
export function acquireLock(duration: number): Operation<Call> {
  return actsOnDocument({
    ...COMMON,
    name: 'lock',
    summary: 'Lock a document while you edit it',
    description:
      'Others cannot change the document until you release it or the lock expires. Lock it again to keep it; with `takeover`, you take it from somebody else.',
    endpoint: { method: 'POST', path: '/{id}/lock' },
    local: { method: 'lock', args: ['id', 'body'] },
    body: {
      kind: 'schema',
      optional: true,
      schema: { type: 'object', additionalProperties: false, properties: { takeover: { type: 'boolean' } } },
    },
    answer: { kind: 'value', status: 200, schema: LOCK_ANSWER },
    capability: { name: 'lock', onlyForUsers: true },
    leavesContent: true,
    begin: async ({ call }) => holderOf(call),
    async run({ call, unit: { tx }, before: { id }, begun: actor }) {
      const { takeover = false } = (call.input.body ?? {}) as { takeover?: boolean }
      const held = await lockOf(call, tx.records, id)
      const isMine = held !== null && isHeldBy(held, actor)
      if (held && !isMine && !takeover) throw heldByAnother()
      const now = call.runtime.clock()
      const taken: Lock = {
        actorCollection: actor.collection,
        actorId: actor.id,
        acquiredAt: isMine ? held.acquiredAt : now.toISOString(),
        expiresAt: new Date(now.getTime() + duration).toISOString(),
      }
      const key = lockKey(call, id)
      const isNew = await tx.records.insert(LOCKS.name, { ...key, ...taken })
      if (!isNew) await tx.records.update(LOCKS.name, key, { ...taken })
      return { kind: 'value', value: lockAnswer(taken, actor) }
    },
  })
}

function heldByAnother(): QuireError {
  return new QuireError('locked', 'Somebody else is editing this document. Wait for them, or send `takeover: true`.')
}

export const releaseLock = actsOnDocument({
  ...COMMON,
  name: 'releaseLock',
  summary: 'Release your lock on a document',
  description: 'Others can change the document again.',
  endpoint: { method: 'DELETE', path: '/{id}/lock' },
  local: { method: 'releaseLock', args: ['id'] },
  body: { kind: 'none' },
  answer: {
    kind: 'value',
    status: 200,
    schema: { type: 'object', required: ['released'], properties: { released: { const: true } } },
  },
  leavesContent: true,
  begin: async ({ call }) => holderOf(call),
  async run({ call, unit: { tx }, before: { id }, begun: actor }) {
    const held = await lockOf(call, tx.records, id)
    if (held && !isHeldBy(held, actor)) throw new QuireError('not_lock_holder', 'Somebody else holds this lock.')
    if (held) await tx.records.remove(LOCKS.name, lockKey(call, id))
    return { kind: 'value', value: { released: true } }
  },
})
