import type { Call, Feature } from '@quirecms/core/feature'
import { referencesToMany } from './references-to-many.ts'
import { references } from './references.ts'

/** Finds references to documents in the relationship index. */
export const referencesToDocuments: Feature<Call> = {
  name: 'references',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({ operations: [references, referencesToMany] }),
}
