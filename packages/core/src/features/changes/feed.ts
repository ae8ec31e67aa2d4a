import type { Runtime } from '../../engine/call.ts'
import { newToken } from '../../engine/identity/tokens.ts'
import { outsideOfCalls } from './outside-of-calls.ts'
import { CursorSeal, isBehind, type Place, placeOf } from './cursor.ts'
import { ABOUT_THE_FEED, CHANGES, type ChangeRow, FEEDS } from './change-table.ts'
import { lastSettled } from './feed-end.ts'
import { Tail } from './tail.ts'
import { SharedVerdicts } from './shared-verdicts.ts'
import { StreamPlaces } from './stream-places.ts'

const THE_FEED = 'feed'

/** Before a migration has made the table, or where somebody has emptied it. */
const NOWHERE: Place = { era: 0, place: 0, mark: 0 }

export function isNowhere({ era, place }: Place): boolean {
  return era === NOWHERE.era && place === NOWHERE.place
}

/** The feed of one application in this process. */
export class Feed {
  readonly runtime: Runtime
  readonly tail: Tail
  readonly places = new StreamPlaces()
  readonly verdicts = new SharedVerdicts()
  #seal: Promise<CursorSeal> | undefined
  #lastBreak: Place | undefined
  #lookedThrough: Pick<Place, 'era' | 'place'> = NOWHERE

  constructor(runtime: Runtime) {
    this.runtime = runtime
    this.tail = new Tail(runtime)
  }

  /** Something was committed here: whoever follows it is told, in this process and in others. */
  tellOthers(): void {
    this.tail.wake()
    outsideOfCalls(() => this.runtime.storage.bell?.ring())
  }

  seal(): Promise<CursorSeal> {
    this.#seal ??= this.#openSeal().catch((error: unknown) => {
      this.#seal = undefined
      throw error
    })
    return this.#seal
  }

  /** Behind the last change that is settled. There is always one: the table begins with one, and the newest is never removed. */
  async end(): Promise<Place> {
    const last = await lastSettled(this.runtime)
    return last ? placeOf(last) : NOWHERE
  }

  /** Where what is kept begins, without a break: behind the first record, which is a break or what was kept to stand on. */
  async beginning(): Promise<Place> {
    const { records } = this.runtime.storage.reader
    const end = await this.end()
    for (;;) {
      // What was looked through once is not looked through again, however often this is asked.
      const query = { after: this.#lookedThrough, limit: 1 }
      const [found] = (await records.appended(CHANGES.name, { entity: ABOUT_THE_FEED.entity }, query)).rows
      if (!found) break
      this.#lastBreak = placeOf(found)
      this.#lookedThrough = this.#lastBreak
    }
    if (isBehind(this.#lookedThrough, end)) this.#lookedThrough = end
    if (this.#lastBreak && (await this.stands(this.#lastBreak))) return this.#lastBreak
    const [first] = await records.find(CHANGES.name, {}, { limit: 1 })
    return first ? placeOf(first) : NOWHERE
  }

  /** Whether the change is still there, and the same. */
  async stands({ era, place, mark }: Place): Promise<boolean> {
    const [row] = await this.runtime.storage.reader.records.find(CHANGES.name, { era, place }, { limit: 1 })
    return row !== undefined && placeOf(row).mark === mark
  }

  /**
   * What happened behind a place; null if something of that is missing. That is asked once it was read: what is old goes from the beginning on, at any
   * time, so nothing behind a change was missing while that stands.
   */
  async read(after: Place, limit: number, match: FeedMatch = {}): Promise<readonly ChangeRow[] | null> {
    const { rows } = await this.runtime.storage.reader.records.appended(CHANGES.name, match, { after, limit })
    return isNowhere(after) || (await this.stands(after)) ? rows : null
  }

  /** The first who needs it makes it. */
  async #openSeal(): Promise<CursorSeal> {
    const { storage } = this.runtime
    const look = async () => (await storage.reader.records.find(FEEDS.name, { id: THE_FEED }, { limit: 1 }))[0]
    const known = await look()
    if (known) return new CursorSeal(known.secret)
    await storage.transaction(async ({ records }) => {
      await records.insert(FEEDS.name, { id: THE_FEED, secret: newToken() })
    })
    const made = await look()
    if (!made) throw new Error('what seals cursors is not there')
    return new CursorSeal(made.secret)
  }
}

/** Rows about the feed itself are always among them. */
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

const feeds = new WeakMap<Runtime['events'], Feed>()

/** One for each application: its runtime may be wrapped, its bus of events never is. */
export function feedOf(runtime: Runtime): Feed {
  const feed = feeds.get(runtime.events) ?? new Feed(runtime)
  feeds.set(runtime.events, feed)
  return feed
}
