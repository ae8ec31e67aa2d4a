import type { ServerResponse } from 'node:http'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Coding } from './accepted-coding.ts'

/** Anything shorter fits into one packet without compression. */
export const SHORTEST_COMPRESSED = 1024

/** Half of Node's threads: passwords and files need some too, however many large answers there are. */
const MOST_AT_ONCE = 2

/** With a longer queue, clients are served faster without compression. */
const MOST_WAITING = 64

type Done = (error: Error | null, bytes: Buffer) => void

/** The levels suit answers that are made once and read once: higher ones take much more time to save little. */
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
  /** Is called with the bytes, or with nothing if the text is better sent uncompressed. */
  readonly done: (bytes?: Buffer) => void
}

/** Compresses answers outside of the event loop, a few at a time. Skips answers that nobody waits for any more. */
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
