import type { Feature } from '../contracts/contribution.ts'
import type { Call } from '../engine/call.ts'
import { count, list } from './list.ts'
import { create, duplicate } from './create.ts'
import { distinct, fieldParameter } from './distinct.ts'
import { read, readGlobal } from './read.ts'
import { remove } from './remove.ts'
import { update, updateGlobal } from './update.ts'
import { byParameter, hasNamingField, upsert } from './upsert.ts'
import type { Operation } from '../contracts/operation.ts'

const collectionDocuments: Feature<Call> = {
  name: 'documents',
  events: ['created', 'updated', { name: 'deleted', hides: true }],
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
  events: ['created', 'updated'],
  for: (entity) => entity.kind === 'global',
  adds: () => ({ operations: [readGlobal, updateGlobal] }),
}

export const documents: readonly Feature<Call>[] = [collectionDocuments, globalDocument]

/** An operation on documents for a global, whose path names it. */
export function ofGlobal(operation: Operation<Call>): Operation<Call> {
  const { endpoint, local } = operation
  return {
    ...operation,
    endpoint: { ...endpoint, path: endpoint.path.replace('/{id}', '') },
    local: { ...local, args: local.args.filter((name) => name !== 'id') },
  }
}
