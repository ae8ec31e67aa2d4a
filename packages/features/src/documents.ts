import {
  byParameter,
  type Call,
  count,
  create,
  distinct,
  duplicate,
  type Feature,
  fieldParameter,
  hasNamingField,
  list,
  read,
  readGlobal,
  remove,
  update,
  updateGlobal,
  upsert,
} from '@quirecms/core/feature'

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
