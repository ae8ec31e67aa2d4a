import type { ColumnSpec, ColumnValue } from './columns.ts'
import type { Path } from './condition.ts'
import type { ContentSpec } from './content-spec.ts'
import type { JsonObject } from './json.ts'
import type { RecordTable } from './records.ts'
import type { Reference, StoredDocument } from './document-storage.ts'

/** What the application needs from the database. Storage compares it with what is there, and plans migrations. */
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
  /** The document that exists from the first migration on, if the table is a global's. */
  readonly seed?: SeedDocument
  /** Run by the next migration over a table that is there, once. */
  readonly repair?: Repair
  /** The name that the table had before. */
  readonly renamedFrom?: string
  /** What documents consist of. Tables of copies have none: their documents follow those that they are copies of. */
  readonly content?: ContentSpec
  /** What of the content stands in the index of references; nothing unless given. */
  readonly references?: ReferenceSpec
  /** Which words its documents can be found by, if any; kept with every write. */
  readonly search?: SearchSpec
  /** Where the files of a document are, by its content; absent where documents hold none. */
  readonly files?: (content: JsonObject) => readonly { readonly address: string; readonly size: string | null }[]
  /** Set if the table holds copies of another one's documents. */
  readonly copies?: CopiedTable
}

/** What of the content can be searched. */
export interface SearchSpec {
  /** Changes whenever other words are found: the next migration then indexes all documents anew. */
  readonly form: string
  /** How much words count, the most first; at most four. */
  readonly weights: readonly number[]
  /** The words of a document in each locale, by the places of their weights. */
  words(json: string): readonly { readonly locale: string; readonly words: readonly (readonly string[])[] }[]
}

/** Which references the documents of a table hold. */
export interface ReferenceSpec {
  /** Changes whenever other parts of the content are references, or to something else: the next migration then finds all of them anew. */
  readonly form: string
  in(json: string): readonly Reference[]
  /** For what shows files by their addresses alone, as texts did before they named documents. */
  readonly adoption?: Adoption
}

/** How content that shows files by their addresses comes to name the documents that hold them. */
export interface Adoption {
  /** The addresses of files that content shows, and whose documents it doesn't name. */
  addresses(content: JsonObject): readonly string[]
  /** Names the documents of these addresses, in place; false if it shows none of them. */
  adopt(content: JsonObject, files: ReadonlyMap<string, FileAtAddress>): boolean
}

export interface FileAtAddress {
  readonly collection: string
  readonly id: string
  /** The name of the size that is there; null for the file itself. */
  readonly size: string | null
}

/**
 * Backfill: a new table of copies starts with one copy of each existing document, since all of them were live until
 * now. It can be dropped only once it holds no differences: unpublished content would go live.
 */
export interface CopiedTable {
  readonly of: string
  /** The columns that a document and its copy begin with. */
  readonly columns: (document: StoredDocument) => StoredDocument['columns']
  /** The value by which a column of a document tells that its newest content is not in a copy. */
  readonly draft: { readonly column: string; readonly value: string }
}

/** Mends content that earlier releases stored wrongly. */
export interface Repair {
  readonly name: string
  /** The content as it should have been stored; null where nothing is wrong with it. */
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
  /** Lists are filtered by the value, and no one sorts by it: it is the id of another document. */
  readonly unsorted?: boolean
  /** What the index holds behind the first value; `name` then lists the names of all of them. */
  readonly more?: readonly IndexPart[]
}

/** One of the values that an index holds. */
export interface IndexPart {
  readonly name: string
  readonly path: Path
  readonly short?: boolean
}

/** Separates the names of values in the name of an index of several; no path has one. */
export const PART_SEPARATOR = ','

/** All values that an index holds, in its order. */
export function partsOf({ name, path, short, more = [] }: IndexSpec): readonly IndexPart[] {
  const [first = name] = name.split(PART_SEPARATOR)
  return [{ name: first, path, ...(short !== undefined && { short }) }, ...more]
}

/** In characters: a length that every index has room for. */
export const SHORT_TEXT = 500
