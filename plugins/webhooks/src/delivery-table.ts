import { column, recordTable, type RowOf } from 'quirecms/plugin'
import { type Delivery, type DeliveryStatus, webhooksApi } from './api.ts'

/** Kind and slug of what the event is about. */
export type EntityName = `collection:${string}` | `global:${string}` | 'none'

/**
 * Deliveries: the outbox and the log in one. All deliveries of one document to one endpoint form a stream, ordered by
 * `sequence`.
 */
export const DELIVERIES = recordTable({
  name: 'webhook-deliveries',
  columns: {
    id: column.text(),
    endpoint: column.text(),
    stream: column.text(),
    sequence: column.integer(),
    eventId: column.text(),
    event: column.text(),
    entity: column.text<EntityName>(),
    documentId: column.text(),
    revision: column.integer(),
    body: column.text(),
    status: column.text<DeliveryStatus>(),
    createdAt: column.text(),
    attempts: column.integer(),
    lastAttemptAt: column.textOrNull(),
    nextAttemptAt: column.textOrNull(),
    finishedAt: column.textOrNull(),
    responseStatus: column.integerOrNull(),
    duration: column.integerOrNull(),
    error: column.textOrNull(),
    redeliveryOf: column.textOrNull(),
    traceparent: column.textOrNull(),
  },
  key: ['id'],
  indexes: [
    { columns: ['stream', 'sequence'], unique: true },
    { columns: ['endpoint', 'status', 'createdAt'], unique: false },
    { columns: ['documentId', 'createdAt'], unique: false },
    { columns: ['createdAt'], unique: false },
  ],
})

export const STATUSES = webhooksApi.methods.deliveries.input.properties.status.enum

export type DeliveryRow = RowOf<typeof DELIVERIES>

export function deliveryOf(row: DeliveryRow): Delivery {
  const { id, endpoint, eventId, event, entity, documentId, revision, status, createdAt, attempts } = row
  const { lastAttemptAt, nextAttemptAt, finishedAt, responseStatus, duration, error, redeliveryOf } = row
  const slugOf = (kind: string) => (entity.startsWith(`${kind}:`) ? entity.slice(kind.length + 1) : null)
  const isOfDocument = entity !== 'none'
  return {
    id,
    endpoint,
    eventId,
    event,
    collection: slugOf('collection'),
    global: slugOf('global'),
    documentId: isOfDocument ? documentId : null,
    revision: isOfDocument ? revision : null,
    status,
    createdAt,
    attempts,
    lastAttemptAt,
    nextAttemptAt,
    finishedAt,
    responseStatus,
    duration,
    error,
    redeliveryOf,
  }
}
