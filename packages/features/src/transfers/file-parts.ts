import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { RecordReader, RecordWriter } from '@quirecms/core/feature'
import { type FileName, TRANSFER_PARTS } from './transfer-tables.ts'

const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Size of a part in characters, the memory that a transfer uses. */
export const PART = 256 * 1024

/** A part of a file, compressed for storage. */
export interface FilePart {
  readonly size: number
  readonly data: string
}

export async function partOf(text: string): Promise<FilePart> {
  const bytes = Buffer.from(text)
  return { size: bytes.length, data: (await compress(bytes)).toString('base64') }
}

export async function storePart(
  records: RecordWriter,
  transfer: string,
  file: FileName,
  number: number,
  part: FilePart,
): Promise<void> {
  // Parts of an unfinished earlier attempt were never counted.
  await records.remove(TRANSFER_PARTS.name, { transfer, file, number })
  await records.insert(TRANSFER_PARTS.name, { transfer, file, number, ...part })
}

/** Bytes of the first parts of a file, from `start` to `end` inclusive. */
export async function* bytesOf(
  records: RecordReader,
  transfer: string,
  file: FileName,
  parts: number,
  { start, end }: { readonly start: number; readonly end: number } = { start: 0, end: Infinity },
): AsyncGenerator<Buffer> {
  let offset = 0
  for (let number = 0; number < parts && offset <= end; number += 1) {
    const [part] = await records.find(TRANSFER_PARTS.name, { transfer, file, number })
    // Removed concurrently.
    if (!part) throw new Error(`Part ${number} of ${file} of the transfer ${transfer} is gone.`)
    const next = offset + part.size
    if (next > start) {
      const bytes = await expand(Buffer.from(part.data, 'base64'))
      yield bytes.subarray(Math.max(0, start - offset), Math.min(part.size, end - offset + 1))
    }
    offset = next
  }
}

export async function* textOf(
  records: RecordReader,
  transfer: string,
  file: FileName,
  parts: number,
): AsyncGenerator<string> {
  for await (const bytes of bytesOf(records, transfer, file, parts)) yield bytes.toString()
}

/** Cuts text into parts, never within a character. */
export async function* inParts(text: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const piece of text) {
    waiting += piece
    while (waiting.length >= PART) {
      const end = isLowSurrogate(waiting.charCodeAt(PART)) ? PART + 1 : PART
      yield waiting.slice(0, end)
      waiting = waiting.slice(end)
    }
  }
  if (waiting !== '') yield waiting
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
