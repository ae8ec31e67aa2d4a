import {
  ALWAYS,
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
import {
  type BeginningLine,
  brokenLine,
  type DocumentLine,
  type ObjectLine,
  parseLine,
  type RecordLine,
  type ContentCount,
  type ContentLine,
  CONTENT_LINES_VERSION,
} from './content-line.ts'

/** Documents and records per transaction. */
const AT_ONCE = 200

interface ContentImportOptions {
  /** Keeps documents that exist already, instead of refusing to import into a database that is not empty. */
  readonly merge: boolean
  /** Imports an export made with `everything`, unchanged. */
  readonly everything?: boolean
}

/**
 * Imports the lines of `exportLines`, in transactions of a few hundred lines: an interrupted import keeps what is
 * committed, and continues with `merge`. Runs no hooks and asks no rules: the content was accepted before.
 */
export async function importLines(
  runtime: Runtime,
  texts: AsyncIterable<string>,
  options: ContentImportOptions,
): Promise<ContentCount> {
  const reader = new LineReader(texts)
  const count: ContentCount = { documents: 0, records: 0, objects: 0 }
  const tables = tablesIn(runtime)
  await begin(runtime, await reader.next(), tables, options)
  let waiting: (DocumentLine | RecordLine)[] = []
  const write = async () => {
    const lines = waiting
    waiting = []
    if (lines.length > 0) await writeLines(runtime, lines, tables, options, count)
  }
  for (;;) {
    const line = await reader.next()
    if (line?.kind === 'document' || line?.kind === 'record') {
      if (waiting.push(line) >= AT_ONCE) await write()
      continue
    }
    await write()
    if (line?.kind === 'end') return count
    if (line?.kind !== 'object') throw brokenLine(reader.number, 'is the last one, but not the end of an export')
    await importObject(runtime, line, reader, count)
  }
}

class LineReader {
  readonly #lines: AsyncIterator<string, undefined>
  number = 0

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  }

  async next(): Promise<ContentLine | null> {
    for (;;) {
      const next = await this.#lines.next()
      if (next.done) return null
      this.number += 1
      if (next.value.trim() !== '') return parseLine(next.value, this.number)
    }
  }
}

/** Reports everything that prevents the import before it writes anything. */
async function begin(
  { storage, manifest }: Runtime,
  line: ContentLine | null,
  { documents }: KnownTables,
  { merge }: ContentImportOptions,
): Promise<void> {
  if (line?.kind !== 'quire-export') throw brokenLine(1, 'is not the beginning of an export')
  const { version, tables }: BeginningLine = line
  if (version !== CONTENT_LINES_VERSION)
    throw new QuireError(
      'validation',
      `The export is of version ${version}, and this Quire reads ${CONTENT_LINES_VERSION}.`,
    )
  const unknown = tables.filter((name) => !documents.has(name))
  if (unknown.length > 0)
    throw new QuireError(
      'validation',
      `The export holds ${quotedList(unknown)}, which this configuration does not have. Import it with the configuration that it was exported with.`,
    )
  const lacking = Object.values({ ...manifest.collections, ...manifest.globals }).flatMap(
    ({ table, tables: copies }) =>
      tables.includes(table.name) ? copies.filter(({ name }) => !tables.includes(name)).map(({ name }) => name) : [],
  )
  if (lacking.length > 0)
    throw new QuireError(
      'validation',
      `The export lacks ${quotedList(lacking)}. Import it with the configuration that it was exported with.`,
    )
  for (const name of merge ? [] : tables) {
    const count = isOfGlobal(name) ? 0 : await storage.reader.count(name, ALWAYS)
    if (count === 0) continue
    throw new QuireError(
      'conflict',
      `"${name}" already holds ${count === 1 ? 'a document' : `${count} documents`}. Import into an empty database, or use --merge to keep them and add the rest.`,
    )
  }
}

function quotedList(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** Imports a file from its first line, and reads its other lines. */
async function importObject(
  runtime: Runtime,
  first: ObjectLine,
  reader: LineReader,
  count: ContentCount,
): Promise<void> {
  const files = await runtime.files()
  const known = await files.store.open(first.key)
  known?.destroy()
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (let line = first; ; ) {
      yield Buffer.from(line.data, 'base64')
      if (!line.more) return
      const next = await reader.next()
      if (next?.kind !== 'object' || next.key !== first.key) throw brokenLine(reader.number, 'should go on with a file')
      line = next
    }
  }
  if (known) {
    await drain(parts())
    return
  }
  const work = files.begin()
  try {
    const local = await work.receive(parts(), Infinity, async () => {})
    await files.store.put(first.key, { path: local.path, size: local.size, mimeType: first.mimeType })
    count.objects += 1
  } finally {
    await work.end()
  }
}

/** Skips the lines of a file that exists already. */
async function drain(parts: AsyncGenerator): Promise<void> {
  while (!(await parts.next()).done);
}

interface KnownTables {
  readonly documents: ReadonlyMap<string, DocumentTable>
  readonly records: ReadonlyMap<string, RecordTable>
  readonly trees: ReadonlyMap<string, readonly Tree[]>
}

function tablesIn({ manifest }: Runtime): KnownTables {
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

function isOfGlobal(table: string): boolean {
  return table.startsWith('global:')
}

/** Writes documents and records in one transaction: all of these lines, or none. */
async function writeLines(
  runtime: Runtime,
  lines: readonly (DocumentLine | RecordLine)[],
  { documents, records, trees }: KnownTables,
  { merge, everything = false }: ContentImportOptions,
  count: ContentCount,
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
            `The document ${id} of "${table}" would be above itself in "${tree.node.path}" because of a document that exists already. Change the field in one of the two, and import again.`,
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
