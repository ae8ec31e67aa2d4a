import { hasTrash } from '../../data/entities.ts'
import type { AdminFeature } from '../../screens/feature.ts'
import { TrashLink } from './trash-link.tsx'
import { trashParts } from './trash-parts.tsx'

export const trash: AdminFeature = {
  name: 'trash',
  isIn: ({ collections }) => Object.values(collections).some(hasTrash),
  parts: trashParts,
  slots: { navigation: { Component: TrashLink } },
}
