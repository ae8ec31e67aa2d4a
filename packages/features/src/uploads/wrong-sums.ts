import { type DocumentReader, everyRecord } from '@quirecms/core/feature'
import { COUNTED, OBJECTS } from './object-table.ts'
import { EVERYBODY, STORED_BYTES } from './stored-bytes.ts'

interface WrongSum {
  readonly owner: string
  readonly counted: number
  readonly stored: number
}

export async function wrongSums(reader: DocumentReader, collection: string): Promise<WrongSum[]> {
  const real = new Map<string, number>()
  const add = (owner: string, bytes: number) => real.set(owner, (real.get(owner) ?? 0) + bytes)
  for await (const { owner, bytes } of everyRecord(reader, OBJECTS, { collection, counted: COUNTED })) {
    add(EVERYBODY, bytes ?? 0)
    if (owner !== null) add(owner, bytes ?? 0)
  }
  const sums = new Map<string, number>()
  for await (const { owner, bytes } of everyRecord(reader, STORED_BYTES, { collection })) sums.set(owner, bytes)
  return [...new Set([...real.keys(), ...sums.keys()])]
    .map((owner) => ({ owner, counted: sums.get(owner) ?? 0, stored: real.get(owner) ?? 0 }))
    .filter(({ counted, stored }) => counted !== stored)
}
