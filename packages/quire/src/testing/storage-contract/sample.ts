import type {
  Comparison,
  Condition,
  DocumentTable,
  IndexSpec,
  JsonObject,
  Path,
  PathStep,
  Storage,
  StoredAs,
  StoredDocument,
  Test,
} from '@quirecms/core'
import type { OpenOptions, StorageUnderTest } from './storage-under-test.ts'

export const always: Condition = { kind: 'always' }
export const rows: PathStep = { kind: 'rows' }
export const elements: PathStep = { kind: 'elements' }
export const blocks = (block: string): PathStep => ({ kind: 'blocks', blocks: [block] })
export const locale = (...chain: string[]): PathStep => ({ kind: 'locale', chain })

/** A string is a key. */
export function path(storedAs: StoredAs, ...steps: (string | PathStep)[]): Path {
  return { storedAs, steps: steps.map((step) => (typeof step === 'string' ? { kind: 'key', name: step } : step)) }
}

export function column(name: string, storedAs: StoredAs = 'text'): Path {
  return { storedAs, steps: [{ kind: 'column', name }] }
}

export function compare(where: Path, test: Test): Comparison {
  return { kind: 'compare', path: where, test }
}

export const not = (of: Condition): Condition => ({ kind: 'not', of })

export function index(name: string, where: Path, unique = false): IndexSpec {
  return { name, path: where, unique }
}

export function table(name: string, parts: Partial<DocumentTable> = {}): DocumentTable {
  return { name, columns: [], indexes: [], shape: 'shape-1', ...parts }
}

export function document(id: string, data: JsonObject = {}, parts: Partial<StoredDocument> = {}): StoredDocument {
  return {
    id,
    revision: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    json: JSON.stringify(data),
    shape: 'shape-1',
    columns: {},
    ...parts,
  }
}

export function dataOf(stored: StoredDocument | null): unknown {
  return stored && JSON.parse(stored.json)
}

export async function insertAll(storage: Storage, name: string, documents: readonly StoredDocument[]): Promise<void> {
  await storage.transaction(async (tx) => {
    for (const one of documents) await tx.insert(name, one, [])
  })
}

export async function openMigrated(under: StorageUnderTest, options: OpenOptions): Promise<Storage> {
  const storage = await under.open(options)
  await storage.migrations.apply()
  return storage
}
