import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, DocumentContext } from '../../screens/feature.ts'

const isFor = ({ place: { entity, id }, access }: DocumentContext) =>
  id !== null && can(entity, 'versions') && may(access, 'readVersions')

export const versions: AdminFeature = {
  name: 'versions',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'versions')),
  slots: {
    documentMenu: {
      isFor: (context) => context.place.kind === 'collection' && isFor(context),
      Component: lazy(async () => ({ default: (await import('./history-item.tsx')).HistoryItem })),
    },
    documentHead: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./brought-back.tsx')).BroughtBack })),
    },
    fieldActions: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./field-history-button.tsx')).FieldHistoryButton })),
    },
    marginBelow: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./history-section.tsx')).HistorySection })),
    },
  },
}
