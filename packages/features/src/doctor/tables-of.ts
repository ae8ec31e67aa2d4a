import type { Call, DocumentTable, Entity, Runtime } from '@quirecms/core/feature'

export function entitiesOf({ manifest }: Runtime): Entity<Call>[] {
  return [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
}

export function tablesOf(runtime: Runtime): DocumentTable[] {
  return entitiesOf(runtime).flatMap(({ table, tables }) => [table, ...tables])
}
