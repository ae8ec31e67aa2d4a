import { lazy } from 'react'
import { entitiesOf, hasDrafts } from '../../data/entities.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const drafts: AdminFeature = {
  name: 'drafts',
  isIn: (schema) => entitiesOf(schema).some(hasDrafts),
  slots: {
    marginAbove: {
      isFor: ({ place: { entity, id } }) => id !== null && hasDrafts(entity),
      Component: lazy(async () => ({ default: (await import('./live-section.tsx')).LiveSection })),
    },
  },
  cards: [
    { key: 'waiting', Component: lazy(async () => ({ default: (await import('./draft-cards.tsx')).WaitingCard })) },
    {
      key: 'published',
      Component: lazy(async () => ({ default: (await import('./draft-cards.tsx')).PublishedCard })),
      isAside: true,
      place: 'last',
    },
  ],
}
