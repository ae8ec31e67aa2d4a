import type { ColumnSpec, ColumnValue, RecordTable } from './records.ts'
import type { Path } from './condition.ts'
import type { ContentSpec } from './content-spec.ts'
import type { JsonObject } from './json.ts'
import type { Reference, StoredDocument } from './document-storage.ts'

/** The tables that the application needs. Storage compares it with the database and plans migrations. */
export interface StorageSchema {
  readonly tables: readonly DocumentTable[]
  readonly records?: readonly RecordTable[]
}

export interface DocumentTable {
  /** `posts`; or, with a suffix that no slug can have, `posts:live`. */
  readonly name: string
  readonly columns: readonly ColumnSpec[]
  readonly indexes: readonly IndexSpec[]
  /** Changes whenever the form of the stored JSON changes; stored with each document. */
  readonly shape: string
  readonly seed?: SeedDocument
  /** Run once by the next migration of an existing table. */
  readonly repair?: Repair
  readonly renamedFrom?: string
  /** Describes the content. Tables of copies have none: they follow the originals. */
  readonly content?: ContentSpec
  /** References in the content, for the relationship index. */
  readonly references?: ReferenceSpec
  /** Searchable words, if any; updated with each write. */
  readonly search?: SearchSpec
  /** Files named in the content; absent if there are none. */
  readonly files?: (content: JsonObject) => readonly { readonly address: string; readonly size: string | null }[]
  /** Set for tables of copies. */
  readonly copies?: CopiedTable
}

export interface SearchSpec {
  /** Version of the word extraction: a change makes the next migration rebuild the index. */
  readonly form: string
  /** Weights, highest first; at most four. */
  readonly weights: readonly number[]
  /** Words of a document for each locale, with the index of their weight. */
  words(json: string): readonly { readonly locale: string; readonly words: readonly (readonly string[])[] }[]
}

export interface ReferenceSpec {
  /** Version of the reference extraction: a change makes the next migration rebuild the index. */
  readonly form: string
  in(json: string): readonly Reference[]
  /** Links files that are shown by URL, as in rich texts of earlier releases. */
  readonly adoption?: Adoption
}

/** Converts file URLs in content to references to their documents. */
export interface Adoption {
  /** URLs of files without a reference. */
  addresses(content: JsonObject): readonly string[]
  /** Adds the references in place; returns false if there are none. */
  adopt(content: JsonObject, files: ReadonlyMap<string, FileAtAddress>): boolean
}

export interface FileAtAddress {
  readonly collection: string
  readonly id: string
  /** Name of the size; null for the file itself. */
  readonly size: string | null
}

/**
 * Backfill: a new table of copies starts with one copy of each existing document, since all of them were live until
 * now. It can be dropped only once it holds no differences: unpublished content would go live.
 */
export interface CopiedTable {
  readonly of: string
  /** Initial columns of a document and its copy. */
  readonly columns: (document: StoredDocument) => StoredDocument['columns']
  readonly draft: { readonly column: string; readonly value: string }
}

/** Corrects content that earlier releases stored wrongly. */
export interface Repair {
  readonly name: string
  /** The corrected content; null if nothing is wrong. */
  mend(json: string): string | null
}

export interface SeedDocument {
  readonly id: string
  readonly json: string
  readonly columns: Readonly<Record<string, ColumnValue>>
}

export interface IndexSpec {
  /** Unique within the table; derived from the path, so that it is the same at every start. */
  readonly name: string
  readonly path: Path
  readonly unique: boolean
  /** No text at this path is longer than `SHORT_TEXT`, so the index holds it completely. */
  readonly short?: boolean
  /** Only for filters, because the value is a document's id. */
  readonly unsorted?: boolean
  /** Further values of the index; `name` then contains the names of all. */
  readonly more?: readonly IndexPart[]
}

export interface IndexPart {
  readonly name: string
  readonly path: Path
  readonly short?: boolean
}

/** Separator in the names of compound indexes; no path contains it. */
export const PART_SEPARATOR = ','

export function partsOf({ name, path, short, more = [] }: IndexSpec): readonly IndexPart[] {
  const [first = name] = name.split(PART_SEPARATOR)
  return [{ name: first, path, ...(short !== undefined && { short }) }, ...more]
}

/** Maximum length in characters that every index can hold. */
export const SHORT_TEXT = 500
