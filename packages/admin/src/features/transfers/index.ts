import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import type { AdminFeature, ListContext } from '../../screens/feature.ts'

const isFor = ({ entity }: ListContext) => can(entity, 'export')

export const transfers: AdminFeature = {
  name: 'transfers',
  isIn: ({ collections }) => Object.values(collections).some((entity) => can(entity, 'export')),
  slots: {
    listHead: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./left-transfers.tsx')).LeftTransfers })),
    },
    listMenu: {
      isFor,
      Component: lazy(async () => ({ default: (await import('./transfer-menu.tsx')).TransferMenu })),
    },
  },
}
