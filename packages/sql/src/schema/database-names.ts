import { createHash } from 'node:crypto'

/** Truncates names to PostgreSQL's 63 bytes; a hash distinguishes truncated or unusual ones. */
export function nameInDatabase(prefix: 'doc' | 'rec' | 'fts', name: string): string {
  const isPlain = /^[a-z0-9_:-]{1,50}$/.test(name)
  return isPlain ? `${prefix}_${name}` : `${prefix}_${name.replace(/[^a-z0-9_]/g, '_').slice(0, 40)}_${hash(name)}`
}

/** Derived from the definition of the index, so that a changed index has a new name. */
export function indexNameInDatabase(table: string, definition: readonly unknown[]): string {
  return `${table.slice(0, 44)}_ix_${hash(JSON.stringify(definition))}`
}

/** The second index of the same field (`schema/index-definitions.ts`). */
export function newestFirstName(index: string): string {
  return `${index}_n`
}

/**
 * The column that stores the value of an index, if there is one (`SqlDialect.kept`); of an index with several values,
 * the one at this place.
 */
export function keptColumn(index: string, place?: number): string {
  const name = index.slice(index.lastIndexOf('ix_'))
  return place === undefined ? name : `${name}_${place}`
}

/** `deletedAt` is `deleted_at`. */
export function columnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function isColumnName(name: string): boolean {
  return /^_?[a-zA-Z][a-zA-Z0-9_]{0,50}$/.test(name)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Tables of the storage itself; those of documents begin with `doc_`, those of records with `rec_`. */

export const REFERENCES_TABLE = 'quire_references'
export const SCHEMA_TABLE = 'quire_schema'
export const LOG_TABLE = 'quire_migrations'
