import type { ServerResponse } from 'node:http'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

/** Supported codings, best first: zstd is the fastest, Brotli the smallest, and every client supports gzip. */
const CODINGS = ['zstd', 'br', 'gzip'] as const

export type Coding = (typeof CODINGS)[number]

export interface Acceptance {
  readonly coding: Coding | undefined
  /** The client accepts no uncompressed response, however short. */
  readonly refusesPlain: boolean
}

const PART = /^[ \t]*([^ \t;]+)[ \t]*(?:;[ \t]*q=([01](?:\.\d{0,3})?)[ \t]*)?$/i

/** No client sends a longer header; longer ones are ignored. */
const LONGEST = 512

/** Cache of parsed headers: clients send one of a few values. */
const remembered = new Map<string, Acceptance>()
const MOST_REMEMBERED = 100

export const NO_CODING: Acceptance = { coding: undefined, refusesPlain: false }

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3). Weights only tell what is acceptable; the server chooses the order. */
export function readAcceptEncoding(header: string): Acceptance {
  const known = remembered.get(header)
  if (known !== undefined) return known
  if (header.length > LONGEST) return NO_CODING
  const read = parse(header)
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, read)
  return read
}

function parse(header: string): Acceptance {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = PART.exec(part) ?? []
    if (name !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*')
  return {
    coding: CODINGS.find((coding) => (weightOf(coding) ?? 0) > 0),
    refusesPlain: weightOf('identity') === 0,
  }
}

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

interface Compression {
  readonly coding: Coding
  readonly text: string | Buffer
  readonly length: number
  readonly response: ServerResponse
  /** Called with the bytes, or without if the text should be sent uncompressed. */
  readonly done: (bytes?: Buffer) => void
}

/** Compresses responses on the thread pool, a few at a time. Skips responses whose client has disconnected. */
export class Compressor {
  readonly #waiting: Compression[] = []
  #running = 0

  compress(compression: Compression): void {
    if (this.#running < MOST_AT_ONCE) this.#run(compression)
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push(compression)
    else compression.done()
  }

  #run({ coding, text, length, done }: Compression): void {
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
