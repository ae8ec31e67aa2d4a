import { lazy } from 'react'
import { entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, DocumentContext } from '../../screens/feature.ts'

const isFor = ({ place: { entity, id }, access }: Pick<DocumentContext, 'place' | 'access'>) =>
  id !== null && entity.admin?.preview !== undefined && may(access, 'preview')

export const preview: AdminFeature = {
  name: 'preview',
  isIn: (schema) => entitiesOf(schema).some(({ admin }) => admin?.preview !== undefined),
  slots: {
    documentBar: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./preview-button.tsx')).PreviewButton })),
    },
    documentPane: {
      isFor: (context) => context.isPreviewed && context.form.stored !== undefined && isFor(context),
      Component: lazy(async () => ({ default: (await import('./preview-pane.tsx')).PreviewPane })),
    },
    revisionPane: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./preview-pane.tsx')).PreviewPane })),
    },
  },
  cards: [
    {
      key: 'try-preview',
      Component: lazy(async () => ({ default: (await import('./try-preview-card.tsx')).TryPreviewCard })),
      isAside: true,
    },
  ],
}
