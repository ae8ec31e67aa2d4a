import {
  type ColumnSpec,
  type DocumentTable,
  type IndexPart,
  type IndexSpec,
  partsOf,
  type StorageSchema,
} from '@quirecms/core'
import { columnName, indexNameInDatabase, isColumnName, keptColumn, nameInDatabase } from '../schema/database-names.ts'
import type { CompoundPaths, IndexedPath, TableColumn, TableColumns } from '../where/compilation.ts'
import { leavesDocument, pathKey } from '../where/path-key.ts'

/** Columns of every table of documents, by their names in paths. */
const SYSTEM_COLUMNS = {
  id: { column: 'id', type: 'text', nullable: false },
  revision: { column: 'revision', type: 'integer', nullable: false },
  createdAt: { column: 'created_at', type: 'text', nullable: false },
  updatedAt: { column: 'updated_at', type: 'text', nullable: false },
} as const

/**
 * Raise this when the definition of indexes changes: their names change with it, and the next migration rebuilds them.
 */
const INDEX_FORM = 2

const TAKEN_COLUMNS = new Set(['id', 'revision', 'created_at', 'updated_at', 'shape', 'data'])

export interface FeatureColumn extends ColumnSpec {
  readonly column: string
}

export interface LaidOutIndex {
  readonly spec: IndexSpec
  readonly name: string
  readonly parts: readonly LaidOutPart[]
}

export interface LaidOutPart extends IndexPart {
  /** The column that stores its value, on a database with such columns (`SqlDialect.kept`). */
  readonly column: string
  /** Whether the column belongs to this index, and not to another one. */
  readonly isOwn: boolean
}

export class TableLayout implements TableColumns {
  readonly spec: DocumentTable
  readonly table: string
  readonly features: readonly FeatureColumn[]
  readonly searchTable: string
  readonly indexes: readonly LaidOutIndex[]
  /** Columns at the end of each index that nearly every read needs, so that it need not read the row. */
  readonly scopes: readonly string[]
  readonly compounds: readonly CompoundPaths[]
  readonly #columns: ReadonlyMap<string, FeatureColumn>
  readonly #byPath: ReadonlyMap<string, IndexedPath>
  readonly #byName: ReadonlyMap<string, IndexSpec>

  constructor(spec: DocumentTable) {
    this.spec = spec
    this.table = tableName(spec.name)
    this.searchTable = searchTableName(spec.name)
    this.features = spec.columns.map((column) => ({ ...column, column: columnName(column.name) }))
    this.#columns = new Map(this.features.map((column) => [column.name, column]))
    this.scopes = this.features.filter(({ scope }) => scope).map(({ column }) => column)
    const byPath = new Map<string, IndexedPath>()
    this.indexes = inOrderOfWidth(spec.indexes).map((index) => this.#layOut(index, byPath))
    this.#byPath = byPath
    this.compounds = spec.indexes
      .filter(({ more = [] }) => more.length > 0)
      .map((index) => ({ keys: partsOf(index).map(({ path }) => pathKey(path)), unique: index.unique }))
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

  indexNamed(name: string): IndexSpec | undefined {
    return this.#byName.get(name)
  }

  /** The name of an index, derived from everything that decides its contents. */
  indexName(key: readonly unknown[]): string {
    return indexNameInDatabase(this.table, [INDEX_FORM, this.spec.name, ...key])
  }

  #layOut(spec: IndexSpec, byPath: Map<string, IndexedPath>): LaidOutIndex {
    const { name, unique, unsorted, more = [] } = spec
    const scopes = unique ? [] : this.scopes
    const keys = partsOf(spec).map(({ path }) => pathKey(path))
    // An index of several values uses columns of other indexes; if those change, so does its name.
    const kept = more.length > 0 ? keys.map((key) => byPath.get(key)?.column ?? '') : []
    const form = unsorted && !unique && more.length === 0 ? ['unsorted'] : []
    const nameHere = this.indexName([name, unique, ...keys, ...scopes, ...kept, ...form])
    const parts = partsOf(spec).map((part, place): LaidOutPart => {
      const key = pathKey(part.path)
      const known = byPath.get(key)
      const column = known?.column ?? keptColumn(nameHere, more.length > 0 ? place : undefined)
      const isAlone = more.length === 0
      byPath.set(key, {
        column,
        short: part.short === true,
        unique: known?.unique ?? (unique && isAlone),
        leads: place === 0 || known?.leads === true,
        alone: isAlone || known?.alone === true,
        sorts: (isAlone && (!unsorted || unique)) || known?.sorts === true,
      })
      return { ...part, column, isOwn: !known }
    })
    return { spec, name: nameHere, parts }
  }
}

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

export function searchTableName(name: string): string {
  return nameInDatabase('fts', name)
}

/** Indexes of one value first: those of several build on them. */
function inOrderOfWidth(indexes: readonly IndexSpec[]): IndexSpec[] {
  return indexes.toSorted((one, other) => (one.more?.length ?? 0) - (other.more?.length ?? 0))
}

function refuseClashes(spec: DocumentTable, features: readonly FeatureColumn[]): void {
  const names = new Set(TAKEN_COLUMNS)
  for (const { name, column } of features) {
    if (!isColumnName(name) || names.has(column)) throw new Error(`${spec.name} cannot have a column ${name}`)
    names.add(column)
  }
  for (const { name, path } of spec.indexes.flatMap(partsOf)) {
    const goesThroughRows = path.steps.some(({ kind }) => kind === 'rows' || kind === 'blocks' || kind === 'elements')
    if (goesThroughRows || leavesDocument(path))
      throw new Error(`the index ${name} of ${spec.name} is not of one value`)
  }
}
