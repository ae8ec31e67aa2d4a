import type { AdminFeature } from '../../screens/feature.ts'
import { WebhooksLink } from './webhooks-link.tsx'
import { webhooksParts } from './webhooks-parts.tsx'

export const webhooks: AdminFeature = {
  name: 'webhooks',
  isIn: ({ operations }) => operations.includes('webhooksEndpoints'),
  parts: webhooksParts,
  slots: { navigation: { Component: WebhooksLink } },
}
