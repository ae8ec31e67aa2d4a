import { type AnswerGrounds, AskedBefore } from '@quirecms/core'
import type { FinishedAnswer } from './send-answer.ts'

/** Longer ones are made anew each time: they are few, and would take the room of many. */
const LONGEST = 256 * 1024
/** Plain text up to this length is written in one piece with the head of its answer, which takes a tenth less than writing bytes behind it. */
const WRITTEN_AS_TEXT = 8 * 1024
/** What an entry takes besides its bytes and its URL, about. */
const BYTES_OF_AN_ENTRY = 2048
/** Once there is no room left, one in so many is kept in the place of an older one. */
const ONE_IN = 16

/** A finished answer, and what it stands on. */
export interface KeptAnswer extends FinishedAnswer {
  readonly body: string | Buffer
  readonly grounds: AnswerGrounds
  /** Whether rules looked at who asks: what its headers say rests on that. */
  readonly isPersonal: boolean
}

/**
 * Finished answers to nobody in particular, by URL, as many as fit into a number of bytes. Whether one still stands is for whoever gives it
 * again to find out. Only what is asked for a second time is kept, or strangers with ever new questions would push out all others. And of
 * more than fits, asked for in turns, most of what is kept stays: if each newcomer had its place, each would be gone before it is asked for.
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
    // Those that were asked for last stay; that matters only once some must go.
    if (kept && this.#bytes > this.#mostBytes / 2) {
      this.#kept.delete(url)
      this.#kept.set(url, kept)
    }
    return kept
  }

  /** Whether the answer is worth keeping, if it stands. */
  isWanted(url: string): boolean {
    if (!this.#asked.note(url)) return false
    if (!this.#isFull || this.#kept.has(url)) return true
    this.#turnedAway = (this.#turnedAway + 1) % ONE_IN
    return this.#turnedAway === 0
  }

  /** Returns the answer as it is kept, whose bytes need not be made again; undefined if it is not. */
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

/** In one place in memory: a text that was put together holds on to all that it was made of. */
function compact(text: string): string | Buffer {
  const bytes = Buffer.from(text)
  const isPlain = bytes.length === text.length && bytes.length <= WRITTEN_AS_TEXT
  return isPlain ? bytes.toString('latin1') : bytes
}

function sizeOf(url: string, { body }: KeptAnswer): number {
  // What was asked is kept as well, as it was read from the URL.
  return body.length + 4 * url.length + BYTES_OF_AN_ENTRY
}
