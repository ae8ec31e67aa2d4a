import { createHash } from 'node:crypto'
import { isObject, type Runtime } from '@quirecms/core/feature'
import { exportLines, type DumpExportOptions } from './export-lines.ts'

/** Counts of an export's content, and a digest that is equal for equal content on any database. */
export interface ContentDigest {
  readonly digest: string
  /** Keyed by table: `posts`, `posts:live`. */
  readonly documents: Readonly<Record<string, number>>
  readonly records: Readonly<Record<string, number>>
}

const MODULUS = 1n << 256n

/**
 * Computes the digest of an export, for comparing two databases. Independent of the order of lines and of object
 * members, which differs between databases.
 */
export async function digestContent(
  runtime: Runtime,
  options: Omit<DumpExportOptions, 'files' | 'everything'>,
): Promise<ContentDigest> {
  const documents: Record<string, number> = {}
  const records: Record<string, number> = {}
  let sum = 0n
  for await (const text of exportLines(runtime, { ...options, files: false })) {
    const line = JSON.parse(text) as { readonly kind: string; readonly table?: string }
    const { kind, table = '' } = line
    const counts = kind === 'document' ? documents : kind === 'record' ? records : null
    if (!counts) continue
    counts[table] = (counts[table] ?? 0) + 1
    sum =
      (sum +
        BigInt(
          `0x${createHash('sha256')
            .update(JSON.stringify(inOrder(line)))
            .digest('hex')}`,
        )) %
      MODULUS
  }
  return { digest: sum.toString(16).padStart(64, '0'), documents, records }
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  const names = Object.keys(value).toSorted()
  return names.map((name) => [name, inOrder(value[name])])
}
