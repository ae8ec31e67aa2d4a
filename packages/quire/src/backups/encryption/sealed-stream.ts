import { QuireError } from '@quirecms/core'
import { ChunkCipher, TAG } from './chunk-cipher.ts'
import { ENVELOPE, type Lock, type Openers, seal, unseal } from './envelope.ts'

/** Bytes that are encrypted and authenticated at a time. */
const CHUNK = 64 * 1024

/** Longest header, which is the first two lines of the file. */
const LONGEST_BEGINNING = 4096

export async function* sealed(bytes: AsyncIterable<Uint8Array>, lock: Lock): AsyncGenerator<Buffer> {
  const { beginning, key } = await seal(lock)
  yield beginning
  const cipher = new ChunkCipher(key)
  let number = 0
  for await (const { chunk, isLast } of inChunks(bytes, CHUNK)) yield cipher.encrypt(number++, isLast, chunk)
}

/**
 * Decrypts a stream; unencrypted ones pass unchanged. Throws before it yields modified, truncated or reordered content.
 */
export async function* opened(bytes: AsyncIterable<Uint8Array>, openers: Openers): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  const first = await beginningOf(pieces)
  if (!isEnvelope(first)) {
    if (openers.isExpected)
      throw new QuireError(
        'validation',
        'The backup is not encrypted, although a key or a passphrase is given: it may have been replaced. If it is yours, leave out the key and QUIRE_BACKUP_PASSPHRASE.',
      )
    yield* rejoined(first, pieces)
    return
  }
  const end = first.indexOf(0x0a, ENVELOPE.length + 1) + 1
  if (end === 0) throw damaged()
  const cipher = new ChunkCipher(await unseal(first.subarray(0, end), openers))
  let number = 0
  for await (const { chunk, isLast } of inChunks(rejoined(first.subarray(end), pieces), CHUNK + TAG)) {
    try {
      yield cipher.decrypt(number++, isLast, chunk)
    } catch (error) {
      throw damaged(error)
    }
  }
}

/** Chunks of equal length; the last one is shorter, and may be empty. */
async function* inChunks(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ readonly chunk: Uint8Array; readonly isLast: boolean }> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    waiting = waiting.length === 0 ? Buffer.from(piece) : Buffer.concat([waiting, piece])
    let at = 0
    for (; waiting.length - at > length; at += length) yield { chunk: waiting.subarray(at, at + length), isLast: false }
    waiting = waiting.subarray(at)
  }
  yield { chunk: waiting, isLast: true }
}

async function beginningOf(pieces: AsyncIterator<Uint8Array, undefined>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0)
  while (first.length < LONGEST_BEGINNING) {
    const { done, value } = await pieces.next()
    if (done === true) break
    first = Buffer.concat([first, value])
  }
  return first
}

function isEnvelope(first: Buffer): boolean {
  return first.toString('latin1', 0, ENVELOPE.length + 1) === `${ENVELOPE}\n`
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array, undefined>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

function damaged(cause?: unknown): QuireError {
  return new QuireError('validation', 'The backup is damaged or incomplete. Nothing was changed.', { cause })
}
