import { createHash } from 'node:crypto'
import { createZstdDecompress } from 'node:zlib'
import { Readable } from 'node:stream'
import { QuireError } from '@quirecms/core'
import {
  type BackupManifest,
  type BackupPart,
  DATABASE_PARTS,
  isPartName,
  MANIFEST,
  parseManifest,
} from './manifest.ts'
import { BLOCK, notOurs, readTarHeader } from './tar-header.ts'

/** Longest manifest: enough for some millions of files. */
const LONGEST_MANIFEST = 512 * 1024 * 1024

/** Limit of the compression ratio, against decompression bombs. */
const MOST_GROWTH = 4_000
const GROWTH_IS_NO_MATTER = 256 * 1024 ** 2

/** A part of an archive as a stream. Unread content is skipped. */
export interface ReadPart {
  readonly name: string
  readonly size: number
  readonly content: AsyncIterable<Buffer>
}

/**
 * Reads an archive to its end and verifies it: every part exactly once, with the sizes and hashes of the manifest, and
 * nothing else. Trust the content only after it returns.
 */
export async function readBackup(
  bytes: AsyncIterable<Uint8Array>,
  take: (part: ReadPart) => Promise<void> = async () => {},
): Promise<BackupManifest> {
  const read = new Map<string, BackupPart>()
  const blocks = new Blocks(expanded(bytes))
  let manifest: BackupManifest | undefined
  let hasOthers = false
  for (let part = await blocks.header(); part; part = await blocks.header()) {
    const { name, size } = part
    if (manifest || read.has(name)) throw notOurs()
    if (name === MANIFEST) {
      manifest = parseManifest(await blocks.text(size))
      continue
    }
    // A later format may have other parts; its manifest, which comes last, names the required version.
    if (!isPartName(name)) {
      hasOthers = true
      await passOver(blocks.content(size, () => {}))
      continue
    }
    const hash = createHash('sha256')
    const content = blocks.content(size, (chunk) => hash.update(chunk))
    await take({ name, size, content })
    await passOver(content)
    read.set(name, { name, size, sha256: hash.digest('hex') })
  }
  await blocks.end()
  if (!manifest || hasOthers) throw notOurs()
  compare(manifest, read)
  return manifest
}

async function passOver(content: AsyncIterable<Buffer>): Promise<void> {
  const pieces = content[Symbol.asyncIterator]()
  while ((await pieces.next()).done !== true);
}

function compare({ parts, database }: BackupManifest, read: ReadonlyMap<string, BackupPart>): void {
  const isSame = ({ name, size, sha256 }: BackupPart) => {
    const found = read.get(name)
    return found?.size === size && found.sha256 === sha256
  }
  const names = new Set(parts.map(({ name }) => name))
  if (names.size !== parts.length || read.size !== parts.length || !parts.every(isSame)) throw notOurs()
  const databases = Object.values<string>(DATABASE_PARTS).filter((name) => names.has(name))
  if (databases.length !== 1 || databases[0] !== DATABASE_PARTS[database.form]) throw notOurs()
}

async function* expanded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let taken = 0
  let given = 0
  async function* counted() {
    for await (const chunk of bytes) {
      taken += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted(), { objectMode: false })
  const expanding = createZstdDecompress()
  let failure: Error | undefined
  source.on('error', (error) => {
    failure = error
    expanding.destroy()
  })
  try {
    for await (const chunk of source.pipe(expanding) as AsyncIterable<Buffer>) {
      given += chunk.length
      if (given > GROWTH_IS_NO_MATTER && given > taken * MOST_GROWTH) throw notOurs()
      yield chunk
    }
  } catch (error) {
    // Distinguish read errors from decompression errors.
    if (failure) throw failure
    throw error instanceof QuireError ? error : notOurs(error)
  } finally {
    source.destroy()
    expanding.destroy()
  }
}

class Blocks {
  readonly #pieces: AsyncIterator<Buffer, undefined>
  #waiting: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncGenerator<Buffer>) {
    this.#pieces = pieces as AsyncIterator<Buffer, undefined>
  }

  async header() {
    return readTarHeader(await this.#exactly(BLOCK))
  }

  async text(size: number): Promise<string> {
    if (size > LONGEST_MANIFEST) throw notOurs()
    const chunks: Buffer[] = []
    for await (const chunk of this.content(size, () => {})) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Can be started once; iterating again continues. */
  content(size: number, see: (chunk: Buffer) => void): AsyncIterable<Buffer> {
    let left = size
    let isPadded = false
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      if (left > 0) {
        const chunk = await this.#some(left)
        left -= chunk.length
        see(chunk)
        return { done: false, value: chunk }
      }
      if (!isPadded) {
        isPadded = true
        const padding = await this.#exactly((BLOCK - (size % BLOCK)) % BLOCK)
        if (padding.some((byte) => byte !== 0)) throw notOurs()
      }
      return { done: true, value: undefined }
    }
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  /** Expects the second empty block, and nothing after it. */
  async end(): Promise<void> {
    const last = await this.#exactly(BLOCK)
    if (last.some((byte) => byte !== 0) || this.#waiting.length > 0) throw notOurs()
    const { done } = await this.#pieces.next()
    if (!done) throw notOurs()
  }

  async #some(most: number): Promise<Buffer> {
    if (this.#waiting.length === 0) await this.#more()
    const chunk = this.#waiting.subarray(0, most)
    this.#waiting = this.#waiting.subarray(chunk.length)
    return chunk
  }

  async #exactly(size: number): Promise<Buffer> {
    while (this.#waiting.length < size) await this.#more()
    const block = this.#waiting.subarray(0, size)
    this.#waiting = this.#waiting.subarray(size)
    return block
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#pieces.next()
    if (done) throw notOurs()
    this.#waiting = this.#waiting.length === 0 ? value : Buffer.concat([this.#waiting, value])
  }
}
