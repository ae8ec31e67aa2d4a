import type { Pagination, PluginClient } from '@quire/core'
import type { Delivery, DeliveryStatus } from './delivery-table.ts'

/** Options of every call. */
interface CallOptions {
  readonly signal?: AbortSignal
}

interface LogOptions extends CallOptions {
  readonly page?: number
  readonly limit?: number
  readonly endpoint?: string
  readonly status?: DeliveryStatus
  readonly documentId?: string
}

/** An endpoint, without its secrets, and how many deliveries wait or have failed. */
export interface EndpointState {
  readonly name: string
  readonly host: string
  readonly events: readonly string[]
  readonly collections: readonly string[] | null
  readonly globals: readonly string[] | null
  readonly pending: number
  readonly failed: number
}

/** The log of deliveries, as the client library and the local API have it. */
export interface WebhooksMethods {
  endpoints(options?: CallOptions): Promise<{ readonly endpoints: readonly EndpointState[] }>
  /** Sends a test to an endpoint. */
  test(name: string, options?: CallOptions): Promise<Delivery>
  /** Tries at once what waits for its next attempt, for an endpoint that is back; tells of how many documents something waited. */
  retry(name: string, options?: CallOptions): Promise<{ readonly retried: number }>
  /** Newest first. */
  deliveries(options?: LogOptions): Promise<{ readonly docs: readonly Delivery[]; readonly pagination: Pagination }>
  /** With what is sent; null for those who may not read all of the collection or global that it is of. */
  delivery(id: string, options?: CallOptions): Promise<Delivery & { readonly body: string | null }>
  redeliver(id: string, options?: CallOptions): Promise<Delivery>
}

/**
 * For the client library.
 *
 * @example
 * const { docs } = await client.plugin(webhooksClient).deliveries({ status: 'failed' })
 */
export const webhooksClient: PluginClient<WebhooksMethods> = {
  operations: {
    deliveries: 'GET /api/plugins/webhooks/deliveries - list',
    delivery: 'GET /api/plugins/webhooks/deliveries/{id} id doc',
    endpoints: 'GET /api/plugins/webhooks/endpoints - value',
    redeliver: 'POST /api/plugins/webhooks/deliveries/{id}/redeliver id doc',
    retry: 'POST /api/plugins/webhooks/endpoints/{name}/retry name value',
    test: 'POST /api/plugins/webhooks/endpoints/{name}/test name doc',
  },
}
