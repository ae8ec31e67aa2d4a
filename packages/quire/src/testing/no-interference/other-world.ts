import type { Entity, JsonObject, Manifest, RecordTable } from '@quirecms/core'
import { type Model, otherContent } from './other-content.ts'
import { entitiesOf, type ResolvedSecret } from './secrets.ts'

export interface KeptSecret extends ResolvedSecret {
  /** Undefined for all documents. */
  readonly ids: ReadonlySet<string> | undefined
}

type StoredLine = { readonly kind: string; readonly table: string; readonly id: string; readonly data: JsonObject }
type Row = Readonly<Record<string, string | number | null>>

/**
 * Lines of an export of the same documents with other secrets: in working copies, live copies and snapshots. Ids,
 * revisions and times stay.
 */
export function otherWorld(
  lines: readonly string[],
  manifest: Pick<Manifest, 'collections' | 'globals' | 'records'>,
  secrets: readonly KeptSecret[],
  model: Model,
): { readonly lines: readonly string[]; readonly changed: number } {
  const origins = new Map(
    entitiesOf(manifest).flatMap((entity) =>
      [entity.table, ...entity.tables].map(({ name }) => [name, entity] as const),
    ),
  )
  const histories = new Map(manifest.records.map((table) => [table.name, table]))
  const known = new Map<string, JsonObject | null>()
  let changed = 0

  /**
   * Null for a document that does not exist. Deterministic: equal content is changed in the same way, so an unchanged
   * copy stays equal.
   */
  function differing(entity: Entity, id: string, content: JsonObject): JsonObject | null {
    const key = `${entity.table.name} ${id} ${JSON.stringify(content)}`
    const found = known.get(key)
    if (found !== undefined) return found
    const other = otherwise(entity, id, content)
    known.set(key, other)
    return other
  }

  function otherwise({ table, fields }: Entity, id: string, content: JsonObject): JsonObject | null {
    let other: JsonObject = content
    for (const { slug: of, steps, ids } of secrets) {
      if (of !== table.name || ids?.has(id) === false) continue
      if (steps.length === 0) return null
      other = otherContent(fields, other, steps, model)
    }
    return other
  }

  function lineOf(text: string): string | null {
    const line = JSON.parse(text) as StoredLine & { readonly row: Row }
    if (line.kind === 'document') {
      const entity = origins.get(line.table)
      const data = entity ? differing(entity, line.id, line.data) : line.data
      if (JSON.stringify(data) !== JSON.stringify(line.data)) changed += 1
      return data && JSON.stringify({ ...line, data })
    }
    const contents = line.kind === 'record' ? contentsOf(histories.get(line.table), origins) : null
    if (!contents) return text
    const content = JSON.parse(String(line.row[contents.json])) as JsonObject
    const data = differing(contents.entity, String(line.row[contents.document]), content)
    return data && JSON.stringify({ ...line, row: { ...line.row, [contents.json]: JSON.stringify(data) } })
  }

  const other = lines.flatMap((text) => lineOf(text) ?? [])
  return { lines: other, changed }
}

/** Where a record contains a snapshot. */
function contentsOf(table: RecordTable | undefined, origins: ReadonlyMap<string, Entity>) {
  const contents = table?.contents
  const entity = contents && origins.get(contents.of)
  return contents && entity ? { ...contents, entity } : null
}
