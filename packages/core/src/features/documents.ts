import type { Feature } from '../contracts/contribution.ts'
import type { Call } from '../engine/call.ts'
import { count } from '../operations/count.ts'
import { create } from '../operations/create.ts'
import { duplicate } from '../operations/duplicate.ts'
import { list } from '../operations/list.ts'
import { read } from '../operations/read.ts'
import { readGlobal } from '../operations/read-global.ts'
import { remove } from '../operations/remove.ts'
import { update, updateGlobal } from '../operations/update.ts'

/** What every collection can do. */
export const collectionDocuments: Feature<Call> = {
  name: 'documents',
  for: (entity) => entity.kind === 'collection',
  // Users are made with their password (contract 14, Auth defaults): `create-user`, and no copies.
  adds: ({ auth }) => ({
    operations: [list, count, read, update, remove, ...(auth ? [] : [create, duplicate])],
    bulk: {
      update: { operation: 'update', needsData: true },
      delete: { operation: 'delete', needsData: false },
    },
  }),
}

/** What every global can do. */
export const globalDocument: Feature<Call> = {
  name: 'document',
  for: (entity) => entity.kind === 'global',
  adds: () => ({ operations: [readGlobal, updateGlobal] }),
}
