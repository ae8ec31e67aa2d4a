import type { AdminFeature } from '../../screens/feature.ts'
import { WebhooksLink } from './webhooks-link.tsx'
import { webhooksParts } from './webhooks-parts.tsx'

/** The delivery log of the plugin `@quirecms/webhooks`. */
export const webhooks: AdminFeature = {
  name: 'webhooks',
  isIn: ({ operations }) => operations.includes('webhooksEndpoints'),
  parts: webhooksParts,
  slots: { navigation: { Component: WebhooksLink } },
}
