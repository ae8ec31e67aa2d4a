import type { Entity } from '../../contracts/entity.ts'
import type { DocumentTable } from '../../contracts/storage-schema.ts'
import type { Call, Runtime } from '../../engine/call.ts'

export function entitiesOf({ manifest }: Runtime): Entity<Call>[] {
  return [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
}

/** All document tables, including those of copies. */
export function tablesOf(runtime: Runtime): DocumentTable[] {
  return entitiesOf(runtime).flatMap(({ table, tables }) => [table, ...tables])
}
