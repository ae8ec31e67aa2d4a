import { type Call, type Feature, publicDocument, newId, type OnEvent, type StoredDocument } from 'quirecms/plugin'
import type { Endpoint, WebhookSettings } from './options.ts'
import { enqueue } from './outbox.ts'
import { isToldOf, nameOf } from './who-may-see.ts'

/** Queues a delivery for every event that an endpoint has subscribed to, in the transaction of the change. */
export function recordEvents(settings: WebhookSettings): Feature<Call> {
  const wantedBy = (entity: Parameters<typeof isToldOf>[1]) =>
    settings.endpoints.filter((endpoint) => isToldOf(endpoint, entity))
  return {
    name: 'webhooks',
    for: (entity) => entity.kind !== 'service' && wantedBy(entity).length > 0,
    adds: (entity) => ({ onEvent: recordFor(wantedBy(entity), settings) }),
  }
}

function recordFor(endpoints: readonly Endpoint[], { bodyLimit }: WebhookSettings): OnEvent<Call> {
  return async (call, unit, { name: event, stored }) => {
    const { entity, runtime } = call
    const interested = endpoints.filter(({ events }) => events.includes(event) || events.includes(allLike(event)))
    if (interested.length === 0) return
    const eventId = newId(runtime.clock().getTime())
    const about = nameOf(entity)
    const bodies = new Map<Endpoint['content'], string>()
    for (const { name: endpoint, content } of interested) {
      const body = bodies.get(content) ?? bodyOf(call, { eventId, event, stored, content, bodyLimit })
      bodies.set(content, body)
      const { id: documentId, revision } = stored
      await enqueue(call, unit, { endpoint, eventId, event, entity: about, documentId, revision, body })
    }
  }
}

function allLike(event: string): string {
  return `${event.slice(0, event.indexOf('.'))}.*`
}

interface RecordedEvent {
  readonly eventId: string
  readonly event: string
  readonly stored: StoredDocument
  readonly content: Endpoint['content']
  readonly bodyLimit: number
}

function bodyOf(call: Call, { eventId, event, stored, content, bodyLimit }: RecordedEvent): string {
  const { actor } = call.caller
  const about = {
    [call.entity.kind]: call.entity.slug,
    id: stored.id,
    revision: stored.revision,
    actor: actor && { collection: actor.collection, id: actor.id },
  }
  const write = (data: object) =>
    JSON.stringify({ id: eventId, type: event, timestamp: call.runtime.clock().toISOString(), data })
  if (content === 'reference') return write(about)
  const whole = write({ ...about, doc: publicDocument(call, stored) })
  return Buffer.byteLength(whole) <= bodyLimit ? whole : write({ ...about, doc: null, tooLarge: true })
}
