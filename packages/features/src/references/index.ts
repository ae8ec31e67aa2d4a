import type { Call, Feature } from '@quirecms/core/feature'
import { referenced } from './referenced.ts'
import { references } from './references.ts'

/** Finds references to documents in the relationship index. */
export const referencesToDocuments: Feature<Call> = {
  name: 'references',
  for: ({ kind }) => kind === 'collection',
  adds: () => ({ operations: [references, referenced] }),
}
