import { QuireError } from 'quirecms'
import {
  type Call,
  implementApi,
  type JsonObject,
  newId,
  onRecords,
  type PluginAnswer,
  type PresentedDocument,
  readerOf,
  recordPage,
  presentRecord,
} from 'quirecms/plugin'
import { type DeliveryStatus, webhooksApi } from './api.ts'
import { DELIVERIES, deliveryOf, type DeliveryRow } from './delivery-table.ts'
import type { Endpoint, WebhookSettings } from './options.ts'
import { enqueue, sameAgain, tryNow } from './outbox.ts'
import { type WebhookVisibility, visibilityOf } from './who-may-see.ts'

type EndpointState = PluginAnswer<(typeof webhooksApi)['methods']['endpoints']>['endpoints'][number]

/** Operations of the delivery log, for callers who may see it. None of them returns a secret. */
export function logOperations(settings: WebhookSettings): ReturnType<typeof implementApi> {
  const { endpoints } = settings
  /** Throws the same error for an endpoint that the caller may not see as for one that does not exist. */
  async function endpointOf(call: Call): Promise<Endpoint> {
    const visibility = await visibilityOf(call, settings)
    const endpoint = endpoints.find(({ name }) => name === call.input.params['name'])
    if (!endpoint || !visibility.mayUse(endpoint)) throw new QuireError('not_found', 'There is no such endpoint.')
    return endpoint
  }
  return implementApi(webhooksApi, {
    async endpoints(call) {
      const visibility = await visibilityOf(call, settings)
      const listed: EndpointState[] = []
      for (const one of endpoints.filter((endpoint) => visibility.mayUse(endpoint)))
        listed.push(await stateOf(call, one))
      return { kind: 'value', value: { endpoints: listed } }
    },

    test: onRecords({
      authorize: endpointOf,
      async run({ call, unit, principal: { name } }) {
        const at = call.runtime.clock()
        const eventId = newId(at.getTime())
        const body = JSON.stringify({ id: eventId, type: 'test', timestamp: at.toISOString(), data: {} })
        const message = {
          endpoint: name,
          eventId,
          event: 'test',
          entity: 'none',
          documentId: '',
          revision: 0,
          body,
        } as const
        return { kind: 'doc', doc: present(await enqueue(call, unit, message)) }
      },
    }),

    retry: onRecords({
      authorize: endpointOf,
      async run({ call, unit, principal: { name } }) {
        return { kind: 'value', value: { retried: await tryNow(call, unit, name) } }
      },
    }),

    async deliveries(call) {
      const { entities } = await visibilityOf(call, settings)
      const match = { ...matchOf(call), ...(entities && { entity: { oneOf: entities } }) }
      const newestFirst = { column: 'createdAt', descending: true } as const
      const { rows, pagination } = await recordPage(call, DELIVERIES, match, newestFirst)
      return { kind: 'list', docs: rows.map((row) => present(row)), pagination }
    },

    async delivery(call) {
      const visibility = await visibilityOf(call, settings)
      const row = await rowOf(call, visibility)
      const body = (await visibility.mayReadBody(row)) ? row.body : null
      return { kind: 'doc', doc: present(row, { body }) }
    },

    redeliver: onRecords({
      authorize: async (call) => rowOf(call, await visibilityOf(call, settings)),
      async begin({ principal: row }) {
        const { endpoint, status } = deliveryOf(row)
        if (status === 'pending')
          throw new QuireError('invalid_state', 'This has not been delivered yet. Wait until it has.')
        if (!endpoints.some(({ name }) => name === endpoint))
          throw new QuireError('invalid_state', 'Its endpoint no longer exists.')
      },
      async run({ call, unit, principal: row }) {
        return { kind: 'doc', doc: present(await enqueue(call, unit, sameAgain(row))) }
      },
    }),
  })
}

/** Every query uses the same index, so the number of deliveries does not matter. */
async function stateOf(call: Call, endpoint: Endpoint): Promise<EndpointState> {
  const { name, url, events, collections, globals } = endpoint
  const { records } = readerOf(call)
  const of = (status: DeliveryStatus) => ({ endpoint: name, status })
  const one = async (status: DeliveryStatus, descending: boolean) => {
    const sort = { column: 'createdAt', descending } as const
    const [row] = await records.find(DELIVERIES.name, of(status), { sort, limit: 1 })
    return row
  }
  const oldest = await one('pending', false)
  return {
    name,
    host: url.host,
    events: [...events],
    collections: collections && [...collections],
    globals: globals && [...globals],
    pending: await records.count(DELIVERIES.name, of('pending')),
    failed: await records.count(DELIVERIES.name, of('failed')),
    waitingSince: oldest?.createdAt ?? null,
    error: oldest?.error ?? null,
    responseStatus: oldest?.responseStatus ?? null,
    nextAttemptAt: oldest?.nextAttemptAt ?? null,
    deliveredAt: (await one('delivered', true))?.finishedAt ?? null,
  }
}

function matchOf({ input: { query } }: Call): Record<string, string> {
  const given = ['endpoint', 'status', 'documentId'].filter((name) => query[name] !== undefined)
  return Object.fromEntries(given.map((name) => [name, String(query[name])]))
}

async function rowOf(call: Call, visibility: WebhookVisibility): Promise<DeliveryRow> {
  const [row] = await readerOf(call).records.find(DELIVERIES.name, { id: call.input.id ?? '' })
  if (!row || !visibility.maySee(row)) throw new QuireError('not_found', 'There is no such delivery.')
  return row
}

function present(row: DeliveryRow, more: JsonObject = {}): PresentedDocument {
  const delivery = deliveryOf(row)
  const value: JsonObject = { ...delivery, ...more }
  return presentRecord(delivery.id, value, delivery.attempts + 1)
}
