import { lazy } from 'react'
import { can, entitiesOf } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature, DocumentContext } from '../../screens/feature.ts'

const isFor = ({ place: { entity, id }, access }: DocumentContext) =>
  id !== null && can(entity, 'comments') && may(access, 'comment')

export const comments: AdminFeature = {
  name: 'comments',
  isIn: (schema) => entitiesOf(schema).some((entity) => can(entity, 'comments')),
  slots: {
    fieldActions: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./field-comments-button.tsx')).FieldCommentsButton })),
    },
    marginBelow: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./comments-section.tsx')).CommentsSection })),
    },
  },
}
