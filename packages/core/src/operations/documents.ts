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

const collectionDocuments: Feature<Call> = {
  name: 'documents',
  for: (entity) => entity.kind === 'collection',
  // Users are created with a password (docs/contract/authentication.md#auth-defaults), and not duplicated.
  adds({ auth, fields, options }) {
    // A new file document needs its file, which an update may lack.
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

const globalDocument: Feature<Call> = {
  name: 'document',
  for: (entity) => entity.kind === 'global',
  adds: () => ({ operations: [readGlobal, updateGlobal] }),
}

export const documents: readonly Feature<Call>[] = [collectionDocuments, globalDocument]
