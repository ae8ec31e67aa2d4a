export type { Delivery, DeliveryStatus } from './api.ts'
export type { WebhookEndpoint, WebhookEvent, WebhooksOptions } from './options.ts'
export { type ReceivedWebhook, verifyWebhook } from './signature.ts'
export { webhooks } from './webhooks.ts'
