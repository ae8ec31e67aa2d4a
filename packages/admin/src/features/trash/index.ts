import { lazy } from 'react'
import { hasTrash } from '../../data/entities.ts'
import type { AdminFeature } from '../../screens/feature.ts'
import { trashParts } from './trash-parts.tsx'

/** What was deleted, and can be restored. */
export const trash: AdminFeature = {
  name: 'trash',
  isIn: ({ collections }) => Object.values(collections).some(hasTrash),
  parts: trashParts,
  slots: { navigation: { Component: lazy(async () => ({ default: (await import('./trash-link.tsx')).TrashLink })) } },
}
