import type { RecordColumn, RecordRow, RecordTable } from 'quire/plugin'
import { type Delivery, type DeliveryStatus, webhooksApi } from './api.ts'

const text = (name: string, nullable = false): RecordColumn => ({ name, type: 'text', nullable })
const number = (name: string, nullable = false): RecordColumn => ({ name, type: 'integer', nullable })

/**
 * What was or is to be sent: the outbox and the log in one. All deliveries of one document to one endpoint are a stream, in which
 * `sequence` is their order.
 */
export const DELIVERIES: RecordTable = {
  name: 'webhook-deliveries',
  columns: [
    text('id'),
    text('endpoint'),
    text('stream'),
    number('sequence'),
    text('eventId'),
    text('event'),
    text('entity'),
    text('documentId'),
    number('revision'),
    text('body'),
    text('status'),
    text('createdAt'),
    number('attempts'),
    text('lastAttemptAt', true),
    text('nextAttemptAt', true),
    text('finishedAt', true),
    number('responseStatus', true),
    number('duration', true),
    text('error', true),
    text('redeliveryOf', true),
  ],
  key: ['id'],
  indexes: [
    { columns: ['stream', 'sequence'], unique: true },
    { columns: ['endpoint', 'status', 'createdAt'], unique: false },
    { columns: ['documentId', 'createdAt'], unique: false },
    { columns: ['createdAt'], unique: false },
  ],
}

export const STATUSES = webhooksApi.methods.deliveries.input.properties.status.enum

/** How `entity` names what the event is about. */
export type EntityName = `collection:${string}` | `global:${string}` | 'none'

export function deliveryOf(row: RecordRow): Delivery {
  const entity = String(row['entity'])
  const slugOf = (kind: string) => (entity.startsWith(`${kind}:`) ? entity.slice(kind.length + 1) : null)
  const isOfDocument = entity !== 'none'
  return {
    id: String(row['id']),
    endpoint: String(row['endpoint']),
    eventId: String(row['eventId']),
    event: String(row['event']),
    collection: slugOf('collection'),
    global: slugOf('global'),
    documentId: isOfDocument ? String(row['documentId']) : null,
    revision: isOfDocument ? Number(row['revision']) : null,
    status: String(row['status']) as DeliveryStatus,
    createdAt: String(row['createdAt']),
    attempts: Number(row['attempts']),
    lastAttemptAt: textOf(row['lastAttemptAt']),
    nextAttemptAt: textOf(row['nextAttemptAt']),
    finishedAt: textOf(row['finishedAt']),
    responseStatus: numberOf(row['responseStatus']),
    duration: numberOf(row['duration']),
    error: textOf(row['error']),
    redeliveryOf: textOf(row['redeliveryOf']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
