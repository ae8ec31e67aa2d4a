import { type Call, type IncomingFile, inTransaction, QuireError } from '@quirecms/core/feature'
import { decodedText } from './decoded-text.ts'
import { inParts, partOf, storePart } from './file-parts.ts'
import { MOST_IMPORTED_BYTES } from './import-api.ts'

export interface ReceivedFile {
  readonly parts: number
  readonly bytes: number
}

/** Stores the uploaded file part by part, never whole in memory. Refuses it as soon as it is not text. */
export async function receiveFile(call: Call, transfer: string, { content }: IncomingFile): Promise<ReceivedFile> {
  let parts = 0
  let bytes = 0
  for await (const text of inParts(decodedText(upTo(content, MOST_IMPORTED_BYTES)))) {
    const part = await partOf(text)
    await inTransaction(call, ({ tx }) => storePart(tx.records, transfer, 'content', parts, part))
    parts += 1
    bytes += part.size
  }
  return { parts, bytes }
}

async function* upTo(content: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    if (length > most)
      throw new QuireError(
        'payload_too_large',
        `A file that is imported may have at most ${most} bytes. Split it into several.`,
      )
    yield chunk
  }
}
