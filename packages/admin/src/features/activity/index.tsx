import { lazy } from 'react'
import { createRoute, lazyRouteComponent, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, AppSlotContexts, FeatureParts } from '../../screens/feature.ts'
import { type ActivitySearch, addresses, type DocumentActivitySearch } from '../../data/addresses.ts'
import { Icon } from '../../design/icon.tsx'
import { useWords, wordsNow } from '../../words/use-words.ts'
import { activityName } from './name-words.ts'
import { type LogRight, RIGHT, useLogRight } from './log-right.ts'
import { queryClient } from '../../data/query-client.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const activityParts: FeatureParts = {
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

export const activity: AdminFeature = {
  name: 'activity',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'audit')),
  parts: activityParts,
  slots: {
    navigation: { Component: ActivityLink },
    marginBelow: {
      isFor: ({ place: { entity, id }, access }) => id !== null && can(entity, 'audit') && may(access, 'readVersions'),
      Component: lazy(async () => ({ default: (await import('./activity-section.tsx')).ActivitySection })),
    },
  },
}

const beforeLoad = onlyWith('activity')
const ofDocument = {
  validateSearch: searchOf<DocumentActivitySearch>(),
  beforeLoad,
  component: lazyRouteComponent(() => import('./document-activity-screen.tsx'), 'DocumentActivityScreen'),
}

export const activityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/activity',
  validateSearch: inTexts,
  beforeLoad,
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
})

export const documentActivityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/collections/$collection/$id/activity',
  ...ofDocument,
})

export const globalActivityRoute = createRoute({
  getParentRoute: () => inside,
  path: '/globals/$global/activity',
  ...ofDocument,
})

function inTexts(search: Record<string, unknown>): ActivitySearch {
  return Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
}

function ActivityLink({ className, nameClass }: AppSlotContexts['navigation']) {
  const said = useWords(activityName)
  const right = useLogRight()
  if (right === undefined || right === 'none') return null
  return (
    <Link {...addresses.activity()} className={className} activeOptions={{ includeSearch: false }}>
      <Icon of={ScrollText} />
      <span className={nameClass}>{said.activity}</span>
    </Link>
  )
}
