import {
  type AnswerOf,
  type DescribedOperations,
  type OperationMethods,
  schemas,
  answersObject,
} from '@quirecms/core/feature'

/** The holder and the expiry of a lock; null for an unlocked document. */
const LOCK = {
  type: 'object',
  required: ['lock'],
  properties: {
    lock: {
      type: ['object', 'null'],
      required: ['actor', 'acquiredAt', 'expiresAt', 'mine'],
      properties: {
        actor: schemas.namedUser,
        acquiredAt: { type: 'string', format: 'date-time' },
        expiresAt: { type: 'string', format: 'date-time' },
        /** Whether the caller holds it. */
        mine: { type: 'boolean' },
      },
    },
  },
} as const

export const LOCK_API = {
  readLock: {
    name: 'readLock',
    summary: 'Read the lock of a document',
    description: 'Null if the document is not locked.',
    endpoint: { method: 'GET', path: '/{id}/lock' },
    local: { method: 'readLock', args: ['id'] },
    answer: { kind: 'value', status: 200, schema: LOCK },
  },
  /** Locks the document for the actor, or renews the lock. With `takeover`, also takes the lock of another user. */
  lock: {
    name: 'lock',
    summary: 'Lock a document while you edit it',
    description:
      'Other users cannot change the document until you release the lock or it expires. Lock again to extend it. With `takeover`, you take the lock of another user.',
    endpoint: { method: 'POST', path: '/{id}/lock' },
    local: { method: 'lock', args: ['id', 'body'] },
    body: {
      kind: 'schema',
      optional: true,
      schema: { type: 'object', additionalProperties: false, properties: { takeover: { type: 'boolean' } } },
    },
    answer: { kind: 'value', status: 200, schema: LOCK },
  },
  /** Releases the actor's lock on the document. */
  releaseLock: {
    name: 'releaseLock',
    summary: 'Release your lock on a document',
    description: 'Other users can change the document again.',
    endpoint: { method: 'DELETE', path: '/{id}/lock' },
    local: { method: 'releaseLock', args: ['id'] },
    answer: answersObject({ released: { const: true } }),
  },
} as const satisfies DescribedOperations

export type LockApi<Options> = OperationMethods<typeof LOCK_API, Options>

export type LockAnswer = AnswerOf<typeof LOCK_API.readLock>

export type DocumentLockState = NonNullable<LockAnswer['lock']>
