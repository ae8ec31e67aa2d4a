export const WEBHOOKS = '/api/plugins/webhooks'

export const STATUSES = ['pending', 'failed', 'delivered'] as const

/** Value in the URL for all deliveries. */
export const ALL = 'all'

export type DeliveryStatus = (typeof STATUSES)[number]

/** An endpoint with the state of its deliveries. */
export interface Endpoint {
  readonly name: string
  readonly host: string
  readonly pending: number
  readonly failed: number
  readonly waitingSince: string | null
  /** Error of the oldest waiting delivery; null before its first attempt. */
  readonly error: string | null
  readonly responseStatus: number | null
  readonly nextAttemptAt: string | null
  readonly deliveredAt: string | null
}

/** A delivery to an endpoint, sent or pending. */
export interface Delivery {
  readonly id: string
  readonly endpoint: string
  readonly eventId: string
  readonly event: string
  readonly collection: string | null
  readonly global: string | null
  readonly documentId: string | null
  readonly status: DeliveryStatus
  readonly createdAt: string
  readonly attempts: number
  readonly lastAttemptAt: string | null
  readonly nextAttemptAt: string | null
  readonly finishedAt: string | null
  readonly responseStatus: number | null
  readonly duration: number | null
  readonly error: string | null
}

/** Query key of the visible endpoints. */
export const ENDPOINTS = ['webhooks', 'endpoints'] as const
