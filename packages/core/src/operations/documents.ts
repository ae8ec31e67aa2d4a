import type { Feature } from '../contracts/contribution.ts'
import type { Call } from '../engine/call.ts'
import { count } from './count.ts'
import { create } from './create.ts'
import { distinct, fieldParameter } from './distinct.ts'
import { duplicate } from './duplicate.ts'
import { list } from './list.ts'
import { read } from './read.ts'
import { readGlobal } from './read-global.ts'
import { remove } from './remove.ts'
import { update, updateGlobal } from './update.ts'
import { byParameter, hasNamingField, upsert } from './upsert.ts'

/** What every collection can do. */
const collectionDocuments: Feature<Call> = {
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
const globalDocument: Feature<Call> = {
  name: 'document',
  for: (entity) => entity.kind === 'global',
  adds: () => ({ operations: [readGlobal, updateGlobal] }),
}

/** The operations that every collection and global has. */
export const documents: readonly Feature<Call>[] = [collectionDocuments, globalDocument]
