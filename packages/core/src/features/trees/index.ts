import type { Feature } from '../../contracts/contribution.ts'
import type { Call } from '../../engine/call.ts'
import { keepTrees } from './keep-trees.ts'
import { treesIn } from './tree-fields.ts'
import { TREES } from './tree-table.ts'

/** Relationships of a collection to itself that lead to a root: no document is above itself, and none is too deep. */
export const trees: Feature<Call> = {
  name: 'trees',
  fieldOptions: ['tree'],
  // A global cannot have one; the check of trees says why, in better words than that nobody claims the option.
  for: ({ kind, fields }) => kind !== 'service' && treesIn(fields).length > 0,
  adds: () => ({ records: [TREES], onStore: keepTrees }),
}
