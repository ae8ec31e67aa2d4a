import { lazy } from 'react'
import type { AdminFeature } from '../../screens/feature.ts'

/** With which programs act on somebody's behalf. */
export const apiKeys: AdminFeature = {
  name: 'api-keys',
  isIn: ({ operations }) => operations.includes('listApiKeys'),
  profile: [
    {
      key: 'api-keys',
      Label: lazy(async () => ({ default: (await import('./api-keys-label.tsx')).ApiKeysLabel })),
      Component: lazy(async () => ({ default: (await import('./api-keys.tsx')).ApiKeys })),
    },
  ],
}
