import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import type { AdminFeature, AppSlotContexts, FeatureParts } from '../../screens/feature.ts'
import { addresses, type WebhooksSearch } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import { useWords, wordsNow } from '../../words/use-words.ts'
import { webhooksName } from './name-words.ts'
import { useEndpoints } from './use-webhooks.ts'
import { queryClient } from '../../data/query-client.ts'
import { type Endpoint, ENDPOINTS } from './webhook.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const webhooksParts: FeatureParts = {
  // The navigation link has already requested the endpoints.
  places: () =>
    queryClient.getQueryData<readonly Endpoint[]>(ENDPOINTS)?.length
      ? [
          {
            key: 'webhooks',
            label: wordsNow(webhooksName).webhooks,
            icon: <Icon of={Webhook} />,
            to: addresses.webhooks(),
          },
        ]
      : [],
}

export const webhooks: AdminFeature = {
  name: 'webhooks',
  isIn: ({ operations }) => operations.includes('webhooksEndpoints'),
  parts: webhooksParts,
  slots: { navigation: { Component: WebhooksLink } },
}

export const webhooksRoute = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  validateSearch: searchOf<WebhooksSearch>(),
  beforeLoad: onlyWith('webhooks'),
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
})

/** Hidden from actors who may see no endpoint. */
function WebhooksLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(webhooksName)
  const endpoints = useEndpoints()
  if (!endpoints?.length) return null
  return (
    <Link {...addresses.webhooks()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={Webhook} />
      <span className={nameClass}>{said.webhooks}</span>
    </Link>
  )
}
