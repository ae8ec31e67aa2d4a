import type { Feature } from '../../contracts/contribution.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { Call } from '../../engine/call.ts'
import { changeJoin } from './change-join.ts'

/** A route that changes joins, where a collection has writable ones. Reading joins is part of every read. */
export const writableJoins: Feature<Call> = {
  name: 'joins',
  fieldOptions: ['writable'],
  for: ({ kind, fields }) => kind === 'collection' && fields.some(hasWritableJoin),
  adds: () => ({ operations: [changeJoin] }),
}

function hasWritableJoin(node: FieldNode): boolean {
  return node.join?.writable === true || node.fields.some(hasWritableJoin)
}
