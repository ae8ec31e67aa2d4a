import { ALWAYS, QuireError, type Runtime } from '@quirecms/core/feature'
import {
  type BeginningLine,
  brokenLine,
  type DocumentLine,
  type ObjectLine,
  parseLine,
  type RecordLine,
  type TransferCount,
  type TransferLine,
  TRANSFER_VERSION,
} from './transfer-line.ts'
import { type DumpImportOptions, isOfGlobal, type KnownTables, tablesIn, writeLines } from './write-lines.ts'

/** Documents and records per transaction. */
const AT_ONCE = 200

/**
 * Imports the lines of `exportLines`, in transactions of a few hundred lines: an interrupted import keeps what is
 * committed, and continues with `merge`. Runs no hooks and asks no rules: the content was accepted before.
 */
export async function importLines(
  runtime: Runtime,
  texts: AsyncIterable<string>,
  options: DumpImportOptions,
): Promise<TransferCount> {
  const reader = new LineReader(texts)
  const count: TransferCount = { documents: 0, records: 0, objects: 0 }
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
    if (line?.kind !== 'object') throw brokenLine(reader.number, 'is not the end of an export, and nothing follows it')
    await importObject(runtime, line, reader, count)
  }
}

class LineReader {
  readonly #lines: AsyncIterator<string, undefined>
  number = 0

  constructor(lines: AsyncIterable<string>) {
    this.#lines = lines[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
  }

  async next(): Promise<TransferLine | null> {
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
  line: TransferLine | null,
  { documents }: KnownTables,
  { merge }: DumpImportOptions,
): Promise<void> {
  if (line?.kind !== 'quire-export') throw brokenLine(1, 'is not the beginning of an export')
  const { version, tables }: BeginningLine = line
  if (version !== TRANSFER_VERSION)
    throw new QuireError('validation', `The export is of version ${version}, and this Quire reads ${TRANSFER_VERSION}.`)
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
  count: TransferCount,
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
