import type { Call, Feature } from '@quirecms/core/feature'
import { keepTrees, treesIn, TREES } from './keep-trees.ts'

/** Relationships of a collection to itself that form a tree: no cycles, and a limited depth. */
export const trees: Feature<Call> = {
  name: 'trees',
  fieldOptions: ['tree'],
  // Globals can't have trees. Claim the option for them as well, so that the check of trees reports the error, with a
  // better message than that of an unknown option.
  for: ({ kind, fields }) => kind !== 'service' && treesIn(fields).length > 0,
  adds: () => ({
    records: [TREES],
    onStore: keepTrees,
    doctorChecks: { trees: async (call) => (await import('./check-trees.ts')).checkTrees(call) },
  }),
}
