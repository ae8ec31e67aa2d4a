/** Where the log of the plugin is. */
export const WEBHOOKS = '/api/plugins/webhooks'

export const STATUSES = ['pending', 'failed', 'delivered'] as const

/** In an address, so that each view has one of its own. */
export const ALL = 'all'

export type DeliveryStatus = (typeof STATUSES)[number]

/** Another service that is told what happens, and how it fares. */
export interface Endpoint {
  readonly name: string
  readonly host: string
  readonly pending: number
  /** Given up. */
  readonly failed: number
  readonly waitingSince: string | null
  /** Why what waits longest has not arrived; null if it was not tried yet. */
  readonly error: string | null
  readonly responseStatus: number | null
  readonly nextAttemptAt: string | null
  readonly deliveredAt: string | null
}

/** What was, or is to be, sent to an endpoint. */
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

/** Under which key it is known which endpoints the actor may see. */
export const ENDPOINTS = ['webhooks', 'endpoints'] as const
