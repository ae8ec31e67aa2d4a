import { lazy } from 'react'
import { entitiesOf, isUpload } from '../../data/entities.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const uploads: AdminFeature = {
  name: 'uploads',
  isIn: (schema) => entitiesOf(schema).some(isUpload),
  slots: {
    documentHead: {
      isFor: ({ place: { entity }, form }) => form.stored !== undefined && isUpload(entity),
      Component: lazy(async () => ({ default: (await import('./file-panel.tsx')).FilePanel })),
    },
    listHead: {
      isFor: ({ entity }) => isUpload(entity),
      Component: lazy(async () => ({ default: (await import('./media-order.tsx')).MediaOrder })),
    },
    listBar: {
      isFor: ({ entity }) => isUpload(entity),
      Component: lazy(async () => ({ default: (await import('./media-drop.tsx')).MediaActions })),
    },
    listBody: {
      isFor: ({ entity, state }) => isUpload(entity) && state.arrangement === 'grid',
      Component: lazy(async () => ({ default: (await import('./media-grid.tsx')).MediaGrid })),
    },
  },
}
