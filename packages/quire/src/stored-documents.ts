import {
  type DataMigrationContext,
  type JsonObject,
  parseJson,
  QuireError,
  type StorageSchema,
  type StorageTransaction,
  type StoredDocument,
} from '@quirecms/core'

/** A stored document: localized fields have all locales, and removed fields still exist. */
export interface StoredEntry {
  readonly id: string
  readonly revision: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly content: JsonObject
}

/** Stored data, independent of the configuration: no rules, hooks, validation or new revisions. */
export interface StoredDocuments {
  /** All document tables: `posts`, `posts:live`, `global:site`, and those of removed collections. */
  readonly tables: readonly string[]
  /** Iterates over all documents of a table by id, with a few in memory at a time. */
  each(table: string): AsyncIterable<StoredEntry>
  /**
   * Changes the content of all documents of a table and of their live copies, in place or by returning another content.
   */
  change(
    table: string,
    change: (content: JsonObject, document: StoredEntry) => JsonObject | void | Promise<JsonObject | void>,
  ): Promise<void>
  write(table: string, id: string, content: JsonObject): Promise<void>
  /** Removes a document with its live copy and snapshots. */
  remove(table: string, id: string): Promise<void>
}

const AT_ONCE = 100
const id = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const

/** `known` are the tables of the configuration. */
export function storedDocuments(
  tx: StorageTransaction,
  { tables, tell }: DataMigrationContext,
  known: StorageSchema,
): StoredDocuments {
  const specs = new Map(known.tables.map((table) => [table.name, table]))
  const snapshotsOf = (table: string) => (known.records ?? []).filter(({ contents }) => contents?.of === table)
  const copiesOf = (table: string) => tables.filter((name) => specs.get(name)?.copies?.of === table)

  async function* all(table: string): AsyncGenerator<StoredDocument> {
    if (!tables.includes(table))
      throw new QuireError('not_found', `There is no table "${table}". Available: ${tables.join(', ')}.`)
    const total = await tx.count(table, { kind: 'always' })
    for (let last = '', done = 0; ; ) {
      const where = { kind: 'compare', path: id, test: { op: 'gt', value: last } } as const
      const found = await tx.find(table, { where, sort: [{ path: id, descending: false }], limit: AT_ONCE, offset: 0 })
      yield* found
      done += found.length
      tell(done, total)
      const end = found.at(-1)
      if (!end || found.length < AT_ONCE) return
      last = end.id
    }
  }

  /** Also updates the snapshot of the same revision. */
  async function replace(table: string, document: StoredDocument, content: JsonObject): Promise<void> {
    const spec = specs.get(table)
    const origin = spec?.copies?.of ?? table
    const shape = specs.get(origin)?.content?.shapeOf(content) ?? ''
    const json = JSON.stringify(content)
    const { id: changed, revision } = document
    await tx.update(table, { ...document, json, shape }, revision, spec?.references?.in(json))
    for (const { name, contents } of snapshotsOf(origin)) {
      if (!contents) continue
      const values = { [contents.json]: json, [contents.shape]: shape }
      await tx.records.update(name, { [contents.document]: changed, revision }, values)
    }
  }

  return {
    tables,
    async *each(table) {
      for await (const document of all(table)) yield entryOf(document)
    },
    async change(table, change) {
      for (const place of [table, ...copiesOf(table)]) {
        for await (const document of all(place)) {
          const entry = entryOf(document)
          const changed = (await change(entry.content, entry)) ?? entry.content
          if (JSON.stringify(changed) !== JSON.stringify(parseJson(document.json)))
            await replace(place, document, changed)
        }
      }
    },
    async write(table, document, content) {
      const found = tables.includes(table) ? await tx.get(table, document) : null
      if (!found) throw new QuireError('not_found', `There is no document ${document} in the table "${table}".`)
      await replace(table, found, content)
    },
    async remove(table, document) {
      for (const place of [table, ...copiesOf(table)]) if (tables.includes(place)) await tx.remove(place, document)
      for (const { name, contents } of snapshotsOf(table))
        if (contents) await tx.records.remove(name, { [contents.document]: document })
    },
  }
}

function entryOf({ id: document, revision, createdAt, updatedAt, json }: StoredDocument): StoredEntry {
  return { id: document, revision, createdAt, updatedAt, content: parseJson(json) as JsonObject }
}
