import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalFile, QuireError } from '@quire/core'

/** How much of a file is looked at before the rest is read: enough to tell every type that we know. */
const BEGINNING = 64 * 1024

/** Files on their way into storage, in one folder of this machine. */
export class WorkFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async #newPath(): Promise<string> {
    await mkdir(this.#folder, { recursive: true })
    return join(this.#folder, randomUUID())
  }

  /** Never holds more of the content than its beginning, and stops reading where it is too long. */
  async receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile> {
    const path = await this.#newPath()
    const file = await open(path, 'wx')
    const hash = createHash('sha256')
    let size = 0
    let isKept = false
    const write = async (chunk: Uint8Array) => {
      hash.update(chunk)
      for (let written = 0; written < chunk.length; )
        written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
    }
    try {
      let beginning: Uint8Array[] | null = []
      for await (const chunk of content) {
        size += chunk.length
        if (size > limit) throw tooLarge(limit)
        if (!beginning) {
          await write(chunk)
          continue
        }
        beginning.push(chunk)
        if (size < BEGINNING) continue
        await settle(beginning)
        beginning = null
      }
      if (beginning) await settle(beginning)
      isKept = true
      return { path, size, hash: hash.digest('hex') }
    } finally {
      await file.close()
      if (!isKept) await this.discard(path)
    }

    async function settle(chunks: readonly Uint8Array[]): Promise<void> {
      const bytes = Buffer.concat(chunks)
      await check(bytes.subarray(0, BEGINNING))
      await write(bytes)
    }
  }

  /** A file that `write` writes to the path that it gets. */
  async make(write: (path: string) => Promise<unknown>): Promise<LocalFile> {
    const path = await this.#newPath()
    try {
      await write(path)
      return await this.#describe(path)
    } catch (error) {
      await this.discard(path)
      throw error
    }
  }

  async #describe(path: string): Promise<LocalFile> {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    return { path, size, hash: hash.digest('hex') }
  }

  async discard(path: string): Promise<void> {
    await rm(path, { force: true })
  }

  async discardOlderThan(moment: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const path = join(this.#folder, name)
      const found = await stat(path).catch(() => null)
      if (found && found.mtime < moment) await this.discard(path)
    }
  }
}

function tooLarge(limit: number): QuireError {
  return new QuireError('payload_too_large', `The file is too large: it may have at most ${limit} bytes.`)
}
