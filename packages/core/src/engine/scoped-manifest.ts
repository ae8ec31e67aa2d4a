import type { Entity, Manifest } from '../contracts/entity.ts'
import type { KeyScopes } from '../contracts/access.ts'
import type { PublicEntity, PublicManifest } from '../manifest/public-manifest.ts'
import type { Call } from './call.ts'
import { isOpenTo } from './access.ts'

/** The public manifest, limited to what a key with these scopes can call. */
export function manifestInScope(manifest: Manifest<Call>, told: PublicManifest, scopes: KeyScopes): PublicManifest {
  const { collections, globals, service } = manifest
  return {
    ...told,
    collections: inScope(collections, told.collections, scopes),
    globals: inScope(globals, told.globals, scopes),
    operations: told.operations.filter((name) => isCallable(service, name, scopes)),
  }
}

/** Omits a collection or global without any allowed operation. */
function inScope(
  entities: Readonly<Record<string, Entity<Call>>>,
  told: Readonly<Record<string, PublicEntity>>,
  scopes: KeyScopes,
): Record<string, PublicEntity> {
  return Object.fromEntries(
    Object.entries(told).flatMap(([slug, shown]) => {
      const entity = entities[slug]
      const operations = entity ? shown.operations.filter((name) => isCallable(entity, name, scopes)) : []
      const isEmpty = operations.every((name) => entity?.operations[name]?.rule === undefined)
      return isEmpty ? [] : [[slug, { ...shown, operations }]]
    }),
  )
}

function isCallable(entity: Entity<Call>, name: string, scopes: KeyScopes): boolean {
  const operation = entity.operations[name]
  return operation !== undefined && isOpenTo(scopes, entity, operation)
}
