import type { ColumnSpec, DocumentTable, IndexSpec, StorageSchema } from '@quire/core'
import { columnName, indexNameInDatabase, isColumnName, keptColumn, nameInDatabase } from '../schema/database-names.ts'
import type { IndexedPath, TableColumn, TableColumns } from '../where/compilation.ts'
import { leavesDocument, pathKey } from '../where/path-key.ts'

/** Columns that every table of documents has, by the names that paths use. */
const SYSTEM_COLUMNS = {
  id: { column: 'id', type: 'text', nullable: false },
  revision: { column: 'revision', type: 'integer', nullable: false },
  createdAt: { column: 'created_at', type: 'text', nullable: false },
  updatedAt: { column: 'updated_at', type: 'text', nullable: false },
} as const

/** To be raised when indexes are defined in another way: their names change with it, and the next migration makes them anew. */
const INDEX_FORM = 2

const TAKEN_COLUMNS = new Set(['id', 'revision', 'created_at', 'updated_at', 'shape', 'data'])

export interface FeatureColumn extends ColumnSpec {
  readonly column: string
}

/** An index as it is in the database. */
export interface LaidOutIndex {
  readonly spec: IndexSpec
  readonly name: string
}

/** A table of documents as it is in the database. */
export class TableLayout implements TableColumns {
  readonly spec: DocumentTable
  /** The table's name in the database. */
  readonly table: string
  readonly features: readonly FeatureColumn[]
  readonly indexes: readonly LaidOutIndex[]
  /** What an index ends with: the columns that nearly every read asks for, so that it need not look them up. */
  readonly scopes: readonly string[]
  readonly #columns: ReadonlyMap<string, FeatureColumn>
  readonly #byPath: ReadonlyMap<string, IndexedPath>
  readonly #byName: ReadonlyMap<string, IndexSpec>

  constructor(spec: DocumentTable) {
    this.spec = spec
    this.table = tableName(spec.name)
    this.features = spec.columns.map((column) => ({ ...column, column: columnName(column.name) }))
    this.#columns = new Map(this.features.map((column) => [column.name, column]))
    this.scopes = this.features.filter(({ scope }) => scope).map(({ column }) => column)
    this.indexes = spec.indexes.map((index) => ({ spec: index, name: this.#nameOf(index) }))
    this.#byPath = new Map(this.indexes.map((index) => [pathKey(index.spec.path), indexedPath(index)]))
    this.#byName = new Map(this.indexes.map((index) => [index.name, index.spec]))
    refuseClashes(spec, this.features)
  }

  column(name: string): TableColumn {
    const system = Object.hasOwn(SYSTEM_COLUMNS, name) ? SYSTEM_COLUMNS[name as keyof typeof SYSTEM_COLUMNS] : undefined
    if (system) return { ...system, scope: false }
    const feature = this.#columns.get(name)
    if (!feature) throw new Error(`${this.spec.name} has no column ${name}`)
    return { column: feature.column, type: feature.type, nullable: true, scope: feature.scope === true }
  }

  indexOf(key: string): IndexedPath | undefined {
    return this.#byPath.get(key)
  }

  /** The index that has this name in the database. */
  indexNamed(name: string): IndexSpec | undefined {
    return this.#byName.get(name)
  }

  /** The name of an index of this table, made from everything that decides what it holds. */
  indexName(key: readonly unknown[]): string {
    return indexNameInDatabase(this.table, [INDEX_FORM, this.spec.name, ...key])
  }

  #nameOf({ name, path, unique }: IndexSpec): string {
    return this.indexName([name, unique, pathKey(path), ...(unique ? [] : this.scopes)])
  }
}

/** The tables of a schema, by the names that the engine uses. */
export function layoutsOf(schema: StorageSchema): ReadonlyMap<string, TableLayout> {
  const layouts = new Map<string, TableLayout>()
  for (const table of schema.tables) {
    if (layouts.has(table.name)) throw new Error(`two tables are named ${table.name}`)
    layouts.set(table.name, new TableLayout(table))
  }
  return layouts
}

export function tableName(name: string): string {
  return nameInDatabase('doc', name)
}

function indexedPath({ spec, name }: LaidOutIndex): IndexedPath {
  return { column: keptColumn(name), short: spec.short === true, unique: spec.unique }
}

function refuseClashes(spec: DocumentTable, features: readonly FeatureColumn[]): void {
  const names = new Set(TAKEN_COLUMNS)
  for (const { name, column } of features) {
    if (!isColumnName(name) || names.has(column)) throw new Error(`${spec.name} cannot have a column ${name}`)
    names.add(column)
  }
  for (const { name, path } of spec.indexes) {
    const goesThroughRows = path.steps.some(({ kind }) => kind === 'rows' || kind === 'blocks' || kind === 'elements')
    if (goesThroughRows || leavesDocument(path))
      throw new Error(`the index ${name} of ${spec.name} is not of one value`)
  }
}
