export type { Delivery, DeliveryStatus } from './delivery-table.ts'
export type { WebhookEndpoint, WebhookEvent, WebhooksOptions } from './options.ts'
export { type ReceivedWebhook, verifyWebhook } from './signature.ts'
export { webhooks } from './webhooks.ts'
