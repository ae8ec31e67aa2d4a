import type { ServerResponse } from 'node:http'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Coding } from './accepted-coding.ts'

/** Shorter responses fit into one packet uncompressed. */
export const SHORTEST_COMPRESSED = 1024

/** Half of libuv's threads: password hashing and file access need some, too. */
const MOST_AT_ONCE = 2

/** Beyond this queue length, sending uncompressed is faster. */
const MOST_WAITING = 64

type Done = (error: Error | null, bytes: Buffer) => void

/** Levels for responses that are compressed once and sent once: higher ones take much more time and save little. */
const COMPRESS: Readonly<Record<Coding, (text: string | Buffer, length: number, done: Done) => void>> = {
  zstd: (text, pledgedSrcSize, done) =>
    zstdCompress(text, { pledgedSrcSize, params: { [constants.ZSTD_c_compressionLevel]: 3 } }, done),
  br: (text, length, done) =>
    brotliCompress(
      text,
      { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: length } },
      done,
    ),
  gzip: (text, _length, done) => gzip(text, { level: 4 }, done),
}

interface Job {
  readonly coding: Coding
  readonly text: string | Buffer
  readonly length: number
  readonly response: ServerResponse
  /** Called with the bytes, or without if the text should be sent uncompressed. */
  readonly done: (bytes?: Buffer) => void
}

/** Compresses responses on the thread pool, a few at a time. Skips responses whose client has disconnected. */
export class Compressor {
  readonly #waiting: Job[] = []
  #running = 0

  compress(job: Job): void {
    if (this.#running < MOST_AT_ONCE) this.#run(job)
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(job)
    else job.done()
  }

  #run({ coding, text, length, done }: Job): void {
    this.#running += 1
    COMPRESS[coding](text, length, (error, bytes) => {
      this.#running -= 1
      this.#runNext()
      done(error === null ? bytes : undefined)
    })
  }

  #runNext(): void {
    let next = this.#waiting.shift()
    while (next?.response.destroyed) next = this.#waiting.shift()
    if (next !== undefined) this.#run(next)
  }
}
