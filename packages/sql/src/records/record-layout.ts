import type { ColumnValue, RecordColumn, RecordIndex, RecordTable } from '@quirecms/core'
import { columnName, indexNameInDatabase, isColumnName, nameInDatabase } from '../schema/database-names.ts'

/** An index entry of PostgreSQL has room for 2,704 bytes, some of which are overhead. */
const INDEX_ENTRY_BYTES = 2_600

export interface LaidOutColumn extends RecordColumn {
  readonly column: string
  /** Limit by the size of an index entry; the same on SQLite, so that applications can change databases. */
  readonly mostBytes: number
}

export class RecordLayout {
  readonly spec: RecordTable
  readonly table: string
  readonly columns: readonly LaidOutColumn[]
  readonly key: readonly LaidOutColumn[]
  readonly #byName: ReadonlyMap<string, LaidOutColumn>

  constructor(spec: RecordTable) {
    this.spec = spec
    this.table = nameInDatabase('rec', spec.name)
    refuseClashes(spec)
    this.columns = spec.columns.map((column) => ({
      ...column,
      column: columnName(column.name),
      mostBytes: mostBytesOf(column, spec),
    }))
    this.#byName = new Map(this.columns.map((column) => [column.name, column]))
    this.key = spec.key.map((name) => this.column(name))
    for (const { columns, having } of spec.indexes)
      for (const name of [...columns, having ?? []].flat()) this.column(name)
    if (spec.numbered && spec.key.join() !== 'place') throw new Error(`the key of ${spec.name} must be place`)
    if (this.key.length === 0 || this.key.some(({ nullable }) => nullable)) {
      throw new Error(`the key of ${spec.name} must name columns that are never null`)
    }
  }

  column(name: string): LaidOutColumn {
    const column = this.#byName.get(name)
    if (!column) throw new Error(`${this.spec.name} has no column ${name}`)
    return column
  }

  indexName({ columns, unique, having }: RecordIndex): string {
    const said = columns.map((name) => [name, this.column(name).nullable])
    return indexNameInDatabase(this.table, [this.spec.name, unique, said, ...(having === undefined ? [] : [having])])
  }
}

/** Wrong types are programming errors; checked here because SQLite would accept them. */
export function refuseOtherType(value: ColumnValue | undefined, { name, type }: LaidOutColumn): void {
  const fits = type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value)
  if (!fits) throw new Error(`the column ${name} holds ${type}, not ${String(value)}`)
}

/**
 * Maximum length of a text column: PostgreSQL limits the bytes of an index entry, which all texts of an index share.
 */
function mostBytesOf({ name, type }: RecordColumn, { columns, key, indexes }: RecordTable): number {
  const texts = new Set(columns.filter((column) => column.type === 'text').map((column) => column.name))
  const sharedWith = [key, ...indexes.map((index) => index.columns)]
    .filter((indexed) => type === 'text' && indexed.includes(name))
    .map((indexed) => indexed.filter((column) => texts.has(column)).length)
  return sharedWith.length === 0 ? Number.POSITIVE_INFINITY : Math.floor(INDEX_ENTRY_BYTES / Math.max(...sharedWith))
}

function refuseClashes({ name: table, columns, indexes }: RecordTable): void {
  const taken = new Set<string>()
  for (const { name } of columns) {
    if (!isColumnName(name) || taken.has(columnName(name))) throw new Error(`${table} cannot have a column ${name}`)
    taken.add(columnName(name))
  }
  const indexed = indexes.map((index) => index.columns.join(' '))
  if (new Set(indexed).size < indexed.length) throw new Error(`${table} has two indexes of the same columns`)
}
