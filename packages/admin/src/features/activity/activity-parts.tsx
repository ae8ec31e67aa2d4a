import { ScrollText } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { queryClient } from '../../data/query-client.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { type LogRight, RIGHT } from './log-right.ts'
import { activityName } from './name-words.ts'

export const activityParts: FeatureParts = {
  // The navigation link has already requested the rights.
  places: () =>
    (queryClient.getQueryData<LogRight>(RIGHT) ?? 'none') !== 'none'
      ? [
          {
            key: 'activity',
            label: wordsNow(activityName).activity,
            icon: <Icon of={ScrollText} />,
            to: addresses.activity(),
          },
        ]
      : [],
}
