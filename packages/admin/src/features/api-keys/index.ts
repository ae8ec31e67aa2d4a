import { lazy } from 'react'
import { can } from '../../data/entities.ts'
import { may } from '../../data/use-documents.ts'
import type { AdminFeature } from '../../screens/feature.ts'

export const apiKeys: AdminFeature = {
  name: 'api-keys',
  isIn: ({ operations }) => operations.includes('listApiKeys'),
  slots: {
    marginBelow: {
      isFor: ({ place: { entity, id }, access }) =>
        id !== null && can(entity, 'listUserApiKeys') && may(access, 'manageKeys'),
      Component: lazy(async () => ({ default: (await import('./user-keys.tsx')).UserKeys })),
    },
  },
  profile: [
    {
      key: 'api-keys',
      Label: lazy(async () => ({ default: (await import('./api-keys.tsx')).ApiKeysLabel })),
      Component: lazy(async () => ({ default: (await import('./api-keys.tsx')).ApiKeys })),
    },
  ],
}
