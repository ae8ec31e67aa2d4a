import type { Call, Feature, FieldNode } from '@quirecms/core/feature'
import { changeJoin } from './change-join.ts'

/** Route that changes joins, in collections with writable ones. Every read includes joins without this feature. */
export const writableJoins: Feature<Call> = {
  name: 'joins',
  fieldOptions: ['writable'],
  for: ({ kind, fields }) => kind === 'collection' && fields.some(hasWritableJoin),
  adds: () => ({ operations: [changeJoin] }),
}

function hasWritableJoin(node: FieldNode): boolean {
  return node.join?.writable === true || node.fields.some(hasWritableJoin)
}
