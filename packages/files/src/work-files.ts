import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalFile, QuireError } from '@quirecms/core'
import { orUnavailable } from './storage-failure.ts'
import { WorkFolder } from './work-folder.ts'

/** Bytes that are buffered for type detection, enough for every known type. */
const BEGINNING = 64 * 1024

/**
 * Temporary files of one call. All of them are removed when the call ends, including files that are still being
 * written.
 */
export class WorkFiles {
  readonly #parent: string
  readonly #unfinished = new Set<Promise<unknown>>()
  #folder: Promise<WorkFolder> | undefined
  #isOver = false

  constructor(parent: string) {
    this.#parent = parent
  }

  /** Buffers only the beginning of the content, and stops reading at the limit. */
  receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile> {
    return this.#underWay(this.#receive(content, limit, check))
  }

  async #receive(
    content: AsyncIterable<Uint8Array>,
    limit: number,
    check: (beginning: Uint8Array) => Promise<void>,
  ): Promise<LocalFile> {
    const path = await this.#newPath()
    const file = await orUnavailable(() => open(path, 'wx', 0o600))
    const hash = createHash('sha256')
    let size = 0
    const write = async (chunk: Uint8Array) => {
      hash.update(chunk)
      for (let written = 0; written < chunk.length; )
        written += (await orUnavailable(() => file.write(chunk, written, chunk.length - written))).bytesWritten
    }
    try {
      let beginning: Uint8Array[] | null = []
      for await (const chunk of content) {
        this.#refuseIfOver()
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
      return { path, size, hash: hash.digest('hex') }
    } finally {
      await file.close()
    }

    async function settle(chunks: readonly Uint8Array[]): Promise<void> {
      const bytes = Buffer.concat(chunks)
      await check(bytes.subarray(0, BEGINNING))
      await write(bytes)
    }
  }

  /** Creates a file: `write` gets its path. */
  make(write: (path: string) => Promise<unknown>): Promise<LocalFile> {
    return this.#underWay(this.#make(write))
  }

  async #make(write: (path: string) => Promise<unknown>): Promise<LocalFile> {
    const path = await this.#newPath()
    // Created first with mode 0600, so that only its owner can read it.
    await orUnavailable(async () => (await open(path, 'wx', 0o600)).close())
    await write(path)
    this.#refuseIfOver()
    return describe(path)
  }

  /** Tracks the work, so that `end()` can wait for it. */
  #underWay(work: Promise<LocalFile>): Promise<LocalFile> {
    this.#unfinished.add(work)
    const forget = () => this.#unfinished.delete(work)
    work.then(forget, forget)
    return work
  }

  async #newPath(): Promise<string> {
    this.#refuseIfOver()
    this.#folder ??= orUnavailable(() => WorkFolder.open(this.#parent))
    const { path } = await this.#folder
    return join(path, randomUUID())
  }

  #refuseIfOver(): void {
    if (this.#isOver) throw new QuireError('timeout', 'The request has ended, so the file was discarded.')
  }

  /**
   * Removes all files, after running work has stopped. New chunks are refused from here on, and image work is aborted
   * by the same signal as the call.
   */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.allSettled(this.#unfinished)
    const folder = await this.#folder?.catch(() => undefined)
    await folder?.close()
  }
}

async function describe(path: string): Promise<LocalFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
  }
  return { path, size, hash: hash.digest('hex') }
}

function tooLarge(limit: number): QuireError {
  return new QuireError('payload_too_large', `The file is too large: it may have at most ${limit} bytes.`)
}
