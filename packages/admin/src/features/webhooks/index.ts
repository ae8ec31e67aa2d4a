import { lazy } from 'react'
import type { AdminFeature } from '../../screens/feature.ts'
import { webhooksParts } from './webhooks-parts.tsx'

/** What other services are told: the log that the plugin `@quire/webhooks` keeps. */
export const webhooks: AdminFeature = {
  name: 'webhooks',
  isIn: ({ operations }) => operations.includes('webhooksEndpoints'),
  parts: webhooksParts,
  slots: {
    navigation: {
      Component: lazy(async () => ({ default: (await import('./webhooks-link.tsx')).WebhooksLink })),
    },
  },
}
