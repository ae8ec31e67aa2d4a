import { lazy } from 'react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, DocumentContext } from '../../screens/feature.ts'
import type { HistorySearch } from '../../data/addresses.ts'
import { inside, onlyWith, searchOf } from '../root-routes.ts'

const isFor = ({ place: { entity, id }, access }: DocumentContext) =>
  id !== null && can(entity, 'versions') && may(access, 'readVersions')

export const versions: AdminFeature = {
  name: 'versions',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'versions')),
  slots: {
    documentMenu: {
      isFor: (context) => context.place.kind === 'collection' && isFor(context),
      Component: lazy(async () => ({ default: (await import('./history-section.tsx')).HistoryItem })),
    },
    documentHead: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./bring-back.tsx')).BroughtBack })),
    },
    fieldActions: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./history-section.tsx')).FieldHistoryButton })),
    },
    marginBelow: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./history-section.tsx')).HistorySection })),
    },
  },
}

const component = lazyRouteComponent(() => import('./history-screen.tsx'), 'HistoryScreen')
const validateSearch = searchOf<HistorySearch>()
const beforeLoad = onlyWith('versions')

export const historyRoute = createRoute({
  getParentRoute: () => inside,
  path: '/collections/$collection/$id/history',
  validateSearch,
  beforeLoad,
  component,
})

export const globalHistoryRoute = createRoute({
  getParentRoute: () => inside,
  path: '/globals/$global/history',
  validateSearch,
  beforeLoad,
  component,
})
