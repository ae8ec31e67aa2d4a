import type { Call, Feature } from '@quirecms/core/feature'
import { collectionAccess, globalAccess } from './access.ts'
import { selection } from './selection.ts'

/**
 * Reports what the caller may do, so that clients know which controls to show. Never an authorization
 * (docs/contract/access.md#every-document).
 */
export const collectionCapabilities: Feature<Call> = {
  name: 'capabilities',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({ operations: [collectionAccess, selection] }),
}

export const globalCapabilities: Feature<Call> = {
  name: 'capabilities',
  for: ({ kind }) => kind === 'global',
  adds: () => ({ operations: [globalAccess] }),
}
