import type { Feature } from '../../contracts/contribution.ts'
import type { Call } from '../../engine/call.ts'
import { keepTrees } from './keep-trees.ts'
import { treesIn } from './tree-fields.ts'
import { TREES } from './tree-table.ts'

/** Relationships of a collection to itself that lead to a root: no document is above itself, and none is too deep. */
export const trees: Feature<Call> = {
  name: 'trees',
  fieldOptions: ['tree'],
  for: ({ kind, fields }) => kind === 'collection' && treesIn(fields).length > 0,
  adds: () => ({ records: [TREES], onStore: keepTrees }),
}
