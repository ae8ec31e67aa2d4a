import { CalendarDays } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { can } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import { Icon } from '../../design/icon.tsx'
import type { FeatureParts } from '../../screens/feature.ts'
import { wordsNow } from '../../words/use-words.ts'
import { scheduleWords } from './words.ts'

export const scheduleParts: FeatureParts = {
  places: (collections, rights) =>
    collections.some((entity) => can(entity, 'schedule') && may(rights[entity.slug], 'schedule'))
      ? [
          {
            key: 'calendar',
            label: wordsNow(scheduleWords).calendar,
            icon: <Icon of={CalendarDays} />,
            to: addresses.calendar(),
          },
        ]
      : [],
}
