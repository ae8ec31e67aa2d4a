import type { RecordReader, RecordWriter } from '@quirecms/core/feature'
import { TRANSFER_PARTS } from './transfer-tables.ts'

export interface HeldChoice {
  readonly row: number
  readonly id: string
}

/** Documents read together. */
const AT_ONCE = 1000

/** Held documents of a selection, which wait for others of it. Stored, so that another process can resume. */
export async function* heldDocuments(records: RecordReader, transfer: string): AsyncGenerator<HeldChoice> {
  for (let last = 0, isThrough = false; !isThrough; ) {
    const match = { transfer, file: 'held', number: { above: last } } as const
    const found = await records.find(TRANSFER_PARTS.name, match, { limit: AT_ONCE })
    for (const { number, data } of found) yield { row: number, id: data }
    last = found.at(-1)?.number ?? last
    isThrough = found.length < AT_ONCE
  }
}

export async function holdDocument(records: RecordWriter, transfer: string, { row, id }: HeldChoice): Promise<void> {
  await records.insert(TRANSFER_PARTS.name, { transfer, file: 'held', number: row, size: 0, data: id })
}

/** Deletes held documents with an outcome. */
export async function letGo(records: RecordWriter, transfer: string, rows: readonly number[]): Promise<void> {
  if (rows.length > 0) await records.remove(TRANSFER_PARTS.name, { transfer, file: 'held', number: { oneOf: rows } })
}
