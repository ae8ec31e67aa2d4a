import { Webhook } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { queryClient } from '../../data/query-client.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { webhooksName } from './name-words.ts'
import { type Endpoint, ENDPOINTS } from './webhook.ts'

export const webhooksParts: FeatureParts = {
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
