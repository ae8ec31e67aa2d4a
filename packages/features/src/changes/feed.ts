import { newToken, type Runtime, onceFor } from '@quirecms/core/feature'
import { outsideOfCalls } from './outside-of-calls.ts'
import { CursorSeal, isBehind, type FeedPosition, positionOf } from './cursor.ts'
import { ABOUT_THE_FEED, CHANGES, type ChangeRow, FEEDS } from './change-table.ts'
import { lastSettled, Tail } from './tail.ts'
import { SharedVerdicts } from './shared-verdicts.ts'
import { StreamPlaces } from './stream-places.ts'

const THE_FEED = 'feed'

/** Position if the table doesn't exist yet or was emptied. */
const NOWHERE: FeedPosition = { era: 0, place: 0, mark: 0 }

export function isNowhere({ era, place }: FeedPosition): boolean {
  return era === NOWHERE.era && place === NOWHERE.place
}

export class Feed {
  readonly runtime: Runtime
  readonly tail: Tail
  readonly places = new StreamPlaces()
  readonly verdicts = new SharedVerdicts()
  #seal: Promise<CursorSeal> | undefined
  #lastBreak: FeedPosition | undefined
  #lookedThrough: Pick<FeedPosition, 'era' | 'place'> = NOWHERE

  constructor(runtime: Runtime) {
    this.runtime = runtime
    this.tail = new Tail(runtime)
  }

  /** After a commit: wakes the followers in this process and in others. */
  tellOthers(): void {
    this.tail.wake()
    outsideOfCalls(() => this.runtime.storage.notifier?.notify())
  }

  seal(): Promise<CursorSeal> {
    this.#seal ??= this.#openSeal().catch((error: unknown) => {
      this.#seal = undefined
      throw error
    })
    return this.#seal
  }

  /** Position after the last settled change. The table begins with a record, and the newest one is never removed. */
  async end(): Promise<FeedPosition> {
    const last = await lastSettled(this.runtime)
    return last ? positionOf(last) : NOWHERE
  }

  /**
   * Position of the oldest change without a break after it: that of the last break, or of the first record, which is
   * an anchor.
   */
  async beginning(): Promise<FeedPosition> {
    const { records } = this.runtime.storage.reader
    const end = await this.end()
    for (;;) {
      // Remembers how far breaks were searched, so that each record is searched once.
      const query = { after: this.#lookedThrough, limit: 1 }
      const [found] = (await records.readAppended(CHANGES.name, { entity: ABOUT_THE_FEED.entity }, query)).rows
      if (!found) break
      this.#lastBreak = positionOf(found)
      this.#lookedThrough = this.#lastBreak
    }
    if (isBehind(this.#lookedThrough, end)) this.#lookedThrough = end
    if (this.#lastBreak && (await this.stands(this.#lastBreak))) return this.#lastBreak
    const [first] = await records.find(CHANGES.name, {}, { limit: 1 })
    return first ? positionOf(first) : NOWHERE
  }

  /** Whether the change at this position still exists and is the same. */
  async stands({ era, place, mark }: FeedPosition): Promise<boolean> {
    const [row] = await this.runtime.storage.reader.records.find(CHANGES.name, { era, place }, { limit: 1 })
    return row !== undefined && positionOf(row).mark === mark
  }

  /**
   * Reads changes after a position; null if some are missing. Checked after reading: old changes are removed from the
   * beginning at any time, so none is missing as long as the one at the position exists.
   */
  async read(after: FeedPosition, limit: number, match: FeedMatch = {}): Promise<readonly ChangeRow[] | null> {
    const { rows } = await this.runtime.storage.reader.records.readAppended(CHANGES.name, match, { after, limit })
    return isNowhere(after) || (await this.stands(after)) ? rows : null
  }

  /** Loads the secret, or creates it on first use. Of concurrent inserts, one wins. */
  async #openSeal(): Promise<CursorSeal> {
    const { storage } = this.runtime
    const look = async () => (await storage.reader.records.find(FEEDS.name, { id: THE_FEED }, { limit: 1 }))[0]
    const known = await look()
    if (known) return new CursorSeal(known.secret)
    await storage.transaction(async ({ records }) => {
      await records.insert(FEEDS.name, { id: THE_FEED, secret: newToken() })
    })
    const made = await look()
    if (!made) throw new Error('the key that signs cursors is missing')
    return new CursorSeal(made.secret)
  }
}

/** Rows about the feed itself always match. */
export interface FeedMatch {
  readonly entity?: { readonly oneOf: readonly string[] }
  readonly live?: 1
}

export function matchOf(entities: readonly string[] | null, isLive: boolean): FeedMatch {
  return {
    ...(entities && { entity: { oneOf: [ABOUT_THE_FEED.entity, ...entities] } }),
    ...(isLive && { live: 1 as const }),
  }
}

const feedOfEvents = onceFor((_: Runtime['events'], runtime: Runtime) => new Feed(runtime))

/** One feed per application. Kept by its event bus, since its runtime may be wrapped. */
export function feedOf(runtime: Runtime): Feed {
  return feedOfEvents(runtime.events, runtime)
}
