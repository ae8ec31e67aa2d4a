import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ObjectStore } from '@quirecms/core'
import type { NamedStoredFile } from '@quirecms/features/commands'
import { type FaultyFile, partOfObject } from './archive/manifest.ts'
import type { PartToWrite } from './archive/write-archive.ts'

/** Larger objects go through a local file, because their size must be known before the first byte is written. */
const MOST_IN_MEMORY = 1024 * 1024

/** Reads objects one at a time, each completely before it is used. */
export class ObjectSpool {
  readonly #store: ObjectStore
  readonly #path: string

  /** `path` is the temporary file. */
  constructor(store: ObjectStore, path: string) {
    this.#store = store
    this.#path = path
  }

  async read({
    key,
    mimeType,
    hash,
  }: NamedStoredFile): Promise<{ readonly part: PartToWrite | null; readonly fault: FaultyFile['fault'] | null }> {
    const content = await this.#store.open(key)
    if (!content) return { part: null, fault: 'missing' }
    const digest = createHash('sha256')
    const spooled = await this.#spool(content as AsyncIterable<Buffer>, (chunk) => digest.update(chunk))
    const isDamaged = hash !== null && digest.digest('hex') !== hash
    return { part: { name: partOfObject(key), mimeType, content: spooled }, fault: isDamaged ? 'damaged' : null }
  }

  async #spool(content: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): Promise<PartToWrite['content']> {
    const chunks: Buffer[] = []
    let size = 0
    let file: Awaited<ReturnType<typeof open>> | undefined
    try {
      for await (const chunk of content) {
        see(chunk)
        size += chunk.length
        if (!file) chunks.push(chunk)
        if (file) await file.writeFile(chunk)
        else if (size > MOST_IN_MEMORY) {
          file = await open(this.#path, 'w', 0o600)
          await file.writeFile(Buffer.concat(chunks.splice(0)))
        }
      }
    } finally {
      await file?.close()
    }
    return file ? { path: this.#path, size } : Buffer.concat(chunks)
  }
}
