import { type AnswerGrounds, AskedBefore } from '@quirecms/core'
import type { FinishedAnswer } from './send-answer.ts'

/** Longer responses are not cached: they are few, and take the room of many. */
const LONGEST = 256 * 1024
/**
 * ASCII text up to this length is written in one piece with the headers, which is a tenth faster than writing bytes
 * after them.
 */
const WRITTEN_AS_TEXT = 8 * 1024
/** Approximate overhead of an entry, besides its body and URL. */
const BYTES_OF_AN_ENTRY = 2048
/** Once the cache is full, one in this many new responses replaces an older one. */
const ONE_IN = 16

/** A cached response, with the grounds that keep it valid. */
export interface KeptAnswer extends FinishedAnswer {
  readonly body: string | Buffer
  readonly grounds: AnswerGrounds
  /** Whether access rules used the caller: the caching headers depend on it. */
  readonly isPersonal: boolean
}

/**
 * LRU of anonymous responses, keyed by URL and limited in bytes. The reader must check that an entry is still valid.
 * Only responses that are requested a second time are cached, so that clients with ever new URLs cannot evict all
 * others. When full, it admits only a fraction: if more responses than fit were requested in turn, each would be
 * evicted before its next request.
 */
export class KeptAnswers {
  readonly #mostBytes: number
  readonly #asked = new AskedBefore()
  readonly #kept = new Map<string, KeptAnswer>()
  #bytes = 0
  #isFull = false
  #turnedAway = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  recall(url: string): KeptAnswer | undefined {
    const kept = this.#kept.get(url)
    // Marks it as recently used; this only matters when the cache fills up.
    if (kept && this.#bytes > this.#mostBytes / 2) {
      this.#kept.delete(url)
      this.#kept.set(url, kept)
    }
    return kept
  }

  /** Whether the response should be cached, if its grounds hold. */
  isWanted(url: string): boolean {
    if (!this.#asked.note(url)) return false
    if (!this.#isFull || this.#kept.has(url)) return true
    this.#turnedAway = (this.#turnedAway + 1) % ONE_IN
    return this.#turnedAway === 0
  }

  /** Stores a response and returns it as stored, with its encoded body; undefined if it was not stored. */
  keep(url: string, grounds: AnswerGrounds, answer: FinishedAnswer, isPersonal: boolean): KeptAnswer | undefined {
    const { body: text } = answer
    if (typeof text !== 'string' || text.length > LONGEST || !grounds.settle()) return undefined
    const kept: KeptAnswer = { ...answer, body: compact(text), grounds, isPersonal }
    this.#forget(url)
    this.#kept.set(url, kept)
    this.#bytes += sizeOf(url, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#isFull = true
      this.#forget(oldest)
    }
    return kept
  }

  #forget(url: string): void {
    const kept = this.#kept.get(url)
    if (!kept) return
    this.#kept.delete(url)
    this.#bytes -= sizeOf(url, kept)
  }
}

/** Copies the text to one contiguous string or buffer: a concatenated string keeps all its parts in memory. */
function compact(text: string): string | Buffer {
  const bytes = Buffer.from(text)
  const isPlain = bytes.length === text.length && bytes.length <= WRITTEN_AS_TEXT
  return isPlain ? bytes.toString('latin1') : bytes
}

function sizeOf(url: string, { body }: KeptAnswer): number {
  // The entry also keeps the parsed query.
  return body.length + 4 * url.length + BYTES_OF_AN_ENTRY
}
