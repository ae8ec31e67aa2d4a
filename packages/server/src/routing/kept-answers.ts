import { type AnswerGrounds, AskedBefore, LruByBytes } from '@quirecms/core'
import type { FinishedAnswer } from './send-answer.ts'

/** Longer responses are not cached: they are few, and take the room of many. */
const LONGEST = 256 * 1024
/**
 * ASCII text up to this length is written in one piece with the headers, which is a tenth faster than writing bytes
 * after them.
 */
const WRITTEN_AS_TEXT = 8 * 1024
/** Approximate size of an entry besides its body: its grounds keep the parsed query. */
const BYTES_OF_AN_ENTRY = 2048
/** Once the cache is full, one in this many new responses replaces an older one. */
const ONE_IN = 16

export interface KeptAnswer extends FinishedAnswer {
  readonly body: string | Buffer
  readonly grounds: AnswerGrounds
  /** Whether access rules used the caller: the caching headers depend on it. */
  readonly isPersonal: boolean
}

/**
 * Cache of anonymous responses by URL. The reader must check that an entry is still valid. Only responses that are
 * requested a second time before anything was committed are cached: clients with ever new URLs cannot evict all others,
 * and where writes come between, nothing is cached in vain. When full, it admits only a fraction: if more responses
 * than fit were requested in turn, each would be evicted before its next request.
 */
export class KeptAnswers {
  readonly #asked = new AskedBefore()
  readonly #kept: LruByBytes<KeptAnswer>
  #turnedAway = 0

  constructor(mostBytes: number) {
    this.#kept = new LruByBytes({ most: mostBytes, bytesOf: ({ body }) => body.length + BYTES_OF_AN_ENTRY })
  }

  recall(url: string): KeptAnswer | undefined {
    return this.#kept.get(url)
  }

  /** Whether the response should be cached, if its grounds hold. `state` is that of the database now. */
  isWanted(url: string, state: string): boolean {
    if (!this.#asked.note(`${state} ${url}`)) return false
    if (!this.#kept.hasEvicted || this.#kept.has(url)) return true
    this.#turnedAway = (this.#turnedAway + 1) % ONE_IN
    return this.#turnedAway === 0
  }

  /** Stores a response and returns it as stored, with its encoded body; undefined if it was not stored. */
  keep(url: string, grounds: AnswerGrounds, answer: FinishedAnswer, isPersonal: boolean): KeptAnswer | undefined {
    const { body: text } = answer
    if (typeof text !== 'string' || text.length > LONGEST || !grounds.settle()) return undefined
    const kept: KeptAnswer = { ...answer, body: compact(text), grounds, isPersonal }
    this.#kept.set(url, kept)
    return kept
  }
}

/** Copies the text to one contiguous string or buffer: a concatenated string keeps all its parts in memory. */
function compact(text: string): string | Buffer {
  const bytes = Buffer.from(text)
  const isPlain = bytes.length === text.length && bytes.length <= WRITTEN_AS_TEXT
  return isPlain ? bytes.toString('latin1') : bytes
}
