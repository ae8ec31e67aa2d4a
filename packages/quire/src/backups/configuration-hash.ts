import { createHash } from 'node:crypto'
import type { Call, Manifest } from '@quirecms/core'

/**
 * Equal for configurations with equal storage: collections, globals, fields, indexes, features and names of data
 * migrations.
 */
export function configurationHash(manifest: Manifest<Call>, dataMigrations: readonly string[]): string {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  const tables = entities
    .flatMap(({ table, tables: copies }) => [table, ...copies])
    .map(({ name, shape, columns, indexes, search, references }) => ({
      name,
      shape,
      columns,
      indexes: indexes.map((index) => index.name).toSorted(),
      search: search?.form ?? null,
      references: references?.form ?? null,
    }))
  const records = manifest.records.map(({ name, columns, key }) => ({ name, columns, key }))
  const model = { tables: byName(tables), records: byName(records), dataMigrations: dataMigrations.toSorted() }
  return createHash('sha256').update(JSON.stringify(model)).digest('hex')
}

function byName<T extends { readonly name: string }>(tables: readonly T[]): T[] {
  return tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
