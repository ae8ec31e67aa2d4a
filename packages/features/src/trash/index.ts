import { type Call, type Feature, isObject, parseDuration } from '@quirecms/core/feature'
import { deletePermanent, emptyTrash, removeOldTrash } from './delete-permanent.ts'
import {
  deletedAtColumn,
  deletedAtField,
  liveUnlessTrashIsAsked,
  moveToTrash,
  restoreDeleted,
  trashParameter,
} from './in-trash.ts'

/** Operations that accept `trash`, as far as the collection has them. */
const READS = ['list', 'count', 'distinct', 'read', 'access', 'selection', 'readFile', 'versions', 'version']

/** Moves deleted documents to the trash, from where they can be restored or deleted permanently. */
export const trash: Feature<Call> = {
  name: 'trash',
  events: [{ name: 'trashed', hides: true }, 'restored'],
  options: ['trash'],
  for: ({ options }) => isChosen(options['trash']),
  adds({ options }) {
    const retention = retentionOf(options['trash'])
    return {
      columns: [deletedAtColumn],
      systemFields: [deletedAtField],
      parameters: [trashParameter],
      extends: Object.fromEntries(READS.map((operation) => [operation, ['trash']])),
      scope: liveUnlessTrashIsAsked,
      steps: { 'delete.remove': { replace: moveToTrash } },
      operations: [restoreDeleted, deletePermanent, emptyTrash],
      bulk: {
        restoreDeleted: { operation: 'restoreDeleted', needsData: false },
        deletePermanent: { operation: 'deletePermanent', needsData: false },
      },
      ...(retention !== null && { jobs: [removeOldTrash(retention)], describes: { trash: { retention } } }),
    }
  },
}

function isChosen(chosen: unknown): boolean {
  return chosen === true || isObject(chosen)
}

function retentionOf(chosen: unknown): number | null {
  const retention = isObject(chosen) ? chosen['retention'] : undefined
  return retention === undefined ? null : parseDuration(retention)
}
