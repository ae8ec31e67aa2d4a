import {
  type ColumnValue,
  type DocumentTable,
  DuplicateValue,
  type JsonObject,
  parseJson,
  QuireError,
  type RecordColumn,
  type RecordReader,
  type RecordRow,
  type RecordTable,
  type Runtime,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core/feature'
import { breakFeed, CHANGES, feedOf } from '../changes/offers.ts'
import { parentIn, type Tree, treesIn } from '../trees/offers.ts'
import type { DocumentLine, RecordLine, TransferCount } from './transfer-line.ts'

export interface DumpImportOptions {
  /** Keeps documents that exist already, instead of refusing to import into a database that is not empty. */
  readonly merge: boolean
  /** Imports an export made with `everything`, unchanged. */
  readonly everything?: boolean
}

export interface KnownTables {
  readonly documents: ReadonlyMap<string, DocumentTable>
  readonly records: ReadonlyMap<string, RecordTable>
  readonly trees: ReadonlyMap<string, readonly Tree[]>
}

export function tablesIn({ manifest }: Runtime): KnownTables {
  const entities = [...Object.values(manifest.collections), ...Object.values(manifest.globals)]
  const documents = entities.flatMap(({ table, tables }) => [table, ...tables])
  return {
    documents: new Map(documents.map((table) => [table.name, table])),
    records: new Map(manifest.records.map((table) => [table.name, table])),
    trees: new Map(
      Object.values(manifest.collections).flatMap(({ fields, table, tables }) =>
        [table, ...tables].map(({ name }) => [name, treesIn(fields)] as const),
      ),
    ),
  }
}

export function isOfGlobal(table: string): boolean {
  return table.startsWith('global:')
}

/** Writes documents and records in one transaction: all of these lines, or none. */
export async function writeLines(
  runtime: Runtime,
  lines: readonly (DocumentLine | RecordLine)[],
  { documents, records, trees }: KnownTables,
  { merge, everything = false }: DumpImportOptions,
  count: TransferCount,
): Promise<void> {
  await runtime.storage.transaction(async (tx) => {
    const ids = Map.groupBy(
      lines.filter((line) => line.kind === 'document'),
      ({ table }) => table,
    )
    const there = new Set<string>()
    for (const [table, own] of merge ? ids : [])
      for (const id of await tx.idsAmong(
        table,
        own.map((line) => line.id),
      ))
        there.add(`${table} ${id}`)
    const added: DocumentLine[] = []
    for (const line of lines) {
      if (line.kind === 'record') count.records += (await writeRecord(tx, line, records, everything)) ? 1 : 0
      else if (isOfGlobal(line.table) || !there.has(`${line.table} ${line.id}`)) {
        await writeDocument(tx, line, documents.get(line.table))
        added.push(line)
        count.documents += 1
      }
    }
    if (merge) await refuseCircles(tx, added, trees)
    // Imported documents produce no change records: followers of the feed must read everything again.
    if (added.length > 0 && records.has(CHANGES.name)) await breakFeed(runtime, tx)
  })
  if (records.has(CHANGES.name)) feedOf(runtime).tellOthers()
}

/**
 * Imported and existing documents may each be a tree, but form a cycle together. Throws, so that none of these lines
 * is written.
 */
async function refuseCircles(
  tx: StorageTransaction,
  added: readonly DocumentLine[],
  trees: KnownTables['trees'],
): Promise<void> {
  for (const { table, id, data } of added) {
    for (const tree of trees.get(table) ?? []) {
      const passed = new Set([id])
      for (let above = parentIn(tree, data); above !== null; ) {
        if (above === id)
          throw new QuireError(
            'conflict',
            `The document ${id} of "${table}" would be above itself in "${tree.node.path}", together with what is there already. Change that field in one of the two, and import again.`,
          )
        // A cycle further up existed before.
        if (passed.has(above)) break
        passed.add(above)
        const next: StoredDocument | null = await tx.get(table, above)
        above = next && parentIn(tree, parseJson(next.json) as JsonObject)
      }
    }
  }
}

async function writeDocument(
  tx: StorageTransaction,
  line: DocumentLine,
  table: DocumentTable | undefined,
): Promise<void> {
  const { kind: _kind, table: name, data, columns, ...rest } = line
  if (!table || typeof data !== 'object') throw new QuireError('validation', `There is no table "${name}".`)
  const json = JSON.stringify(data)
  const document: StoredDocument = {
    ...rest,
    json,
    columns: Object.fromEntries(table.columns.map((column) => [column.name, columns[column.name] ?? null])),
  }
  if (isOfGlobal(name)) await tx.remove(name, line.id)
  try {
    await tx.insert(name, document, table.references?.in(json) ?? [])
  } catch (error) {
    if (!(error instanceof DuplicateValue)) throw error
    const message = `The document ${line.id} of "${name}" has a value that must be unique and is taken (${error.index}).`
    throw new QuireError('conflict', message, { cause: error })
  }
}

async function writeRecord(
  { records }: StorageTransaction,
  { table, row }: RecordLine,
  known: ReadonlyMap<string, RecordTable>,
  everything: boolean,
): Promise<boolean> {
  const spec = known.get(table)
  if (!spec || !(everything || spec.exportedWith))
    throw new QuireError('validation', `There is no record table "${table}".`)
  const columns = Object.fromEntries(
    spec.columns.map((column) => [
      column.name,
      column.isLocal && !everything ? emptyIn(column) : (row[column.name] ?? null),
    ]),
  )
  if (!everything && (await isOver(records, spec, columns))) return false
  if (await records.insert(table, columns)) return true
  const key = Object.fromEntries(spec.key.map((name) => [name, columns[name] ?? null]))
  if (isOfGlobal(table)) await records.update(table, key, columns)
  return isOfGlobal(table)
}

async function isOver(records: RecordReader, { exportedWith }: RecordTable, row: RecordRow): Promise<boolean> {
  if (!exportedWith?.unless) return false
  const { table, columns } = exportedWith.unless
  return (await records.count(table, Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))) > 0
}

function emptyIn({ type, nullable }: RecordColumn): ColumnValue {
  if (nullable) return null
  return type === 'text' ? '' : 0
}
