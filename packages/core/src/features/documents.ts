import type { Feature } from '../contracts/contribution.ts'
import type { Call } from '../engine/call.ts'
import { count } from '../operations/count.ts'
import { create } from '../operations/create.ts'
import { distinct, fieldParameter } from '../operations/distinct.ts'
import { duplicate } from '../operations/duplicate.ts'
import { list } from '../operations/list.ts'
import { read } from '../operations/read.ts'
import { readGlobal } from '../operations/read-global.ts'
import { remove } from '../operations/remove.ts'
import { update, updateGlobal } from '../operations/update.ts'
import { byParameter, hasNamingField, upsert } from '../operations/upsert.ts'

/** What every collection can do. */
export const collectionDocuments: Feature<Call> = {
  name: 'documents',
  for: (entity) => entity.kind === 'collection',
  // Users are made with their password (docs/contract/authentication.md#auth-defaults): `create-user`, and no copies.
  adds({ auth, fields, options }) {
    // A file comes with every new document of its collection, and may not come again with every change.
    const canUpsert = !auth && options['upload'] === undefined && hasNamingField(fields)
    return {
      parameters: [fieldParameter, ...(canUpsert ? [byParameter] : [])],
      operations: [
        list,
        count,
        distinct,
        read,
        update,
        remove,
        ...(auth ? [] : [create, duplicate]),
        ...(canUpsert ? [upsert] : []),
      ],
      bulk: {
        update: { operation: 'update', needsData: true },
        delete: { operation: 'delete', needsData: false },
      },
    }
  },
}

/** What every global can do. */
export const globalDocument: Feature<Call> = {
  name: 'document',
  for: (entity) => entity.kind === 'global',
  adds: () => ({ operations: [readGlobal, updateGlobal] }),
}
