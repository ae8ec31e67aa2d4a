import { type Caller, QuireError, TimeSlice, waitingClient } from '@quirecms/core/feature'
import type { ResolvedChanges } from './resolve-changes.ts'
import type { AskedChanges } from './asked-changes.ts'
import { type ChangeRow, isBreak } from './change-table.ts'
import { type CursorSeal, isBehind, type FeedPosition, positionOf } from './cursor.ts'
import { type Feed, matchOf } from './feed.ts'
import { Inbox, type Woken } from './inbox.ts'
import { presentChanges, type ToldChange } from './present-changes.ts'
import { Viewer } from './viewer.ts'
import { gapOf, whereToBegin } from './where-to-begin.ts'

export type FeedItem =
  | { readonly kind: 'changes'; readonly changes: readonly ToldChange[] }
  /** All changes so far were delivered; `next` is the cursor after them. */
  | { readonly kind: 'ready'; readonly next: string }
  /** Changes are missing: the client must read everything again. Later items happened after that. */
  | { readonly kind: 'gap'; readonly first: string; readonly next: string }
  /** Position after many changes that the caller may not see. */
  | { readonly kind: 'cursor'; readonly next: string }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'end'; readonly reason: StreamEndReason; readonly next: string }

/**
 * `stopping`: the service stops. `life`: the stream has reached its age limit; reconnect. `credential`: it is no
 * longer valid.
 */
export type StreamEndReason = 'stopping' | 'life' | 'credential'

export interface Following {
  readonly asked: AskedChanges
  readonly caller: Caller
  readonly callerNow: () => Promise<Caller>
  /** Aborts when the client leaves, and when the service stops. */
  readonly gone: AbortSignal
  readonly stopping: AbortSignal
  /** Null for code of the same process, which needs no age limit and no heartbeat. */
  readonly times: Pick<ResolvedChanges, 'life' | 'heartbeat'> | null
  readonly recheck: number
}

/** Changes in one batch; fewer with their documents, which may be long. */
const AT_ONCE = 200
const WITH_DOCUMENTS = 20

/** Cursor heartbeat interval, as a fraction of `heartbeat`. */
const OFTEN = 0.2

/** Jitter: streams end up to 20 % early so that clients don't reconnect together. */
const UNEVEN = 0.2

/** Codes that mean that the credential is invalid. Others mean that it can't be checked right now. */
const REFUSALS = new Set(['unauthenticated', 'invalid_token', 'forbidden'])

/** Yields the changes after a cursor, and then new ones, until the client or the service ends it. */
export async function* follow(feed: Feed, following: Following): AsyncGenerator<FeedItem, void, undefined> {
  const { asked, gone, stopping, times } = following
  const seal = await feed.seal()
  const reader = new FeedReader(feed, following, seal)
  const inbox = new Inbox(feed.tail, [gone, stopping])
  let beatAt = times ? performance.now() + times.heartbeat : Infinity
  const isSilent = () => {
    if (!times || performance.now() < beatAt) return false
    beatAt = performance.now() + times.heartbeat
    return true
  }
  // After a broken connection, clients continue from the last cursor. Due by time, not by the number of skipped
  // changes.
  const later = () => (times ? performance.now() + times.heartbeat * OFTEN : Infinity)
  // Time slices: a long catch-up yields to other clients and streams.
  const slice = new TimeSlice(waitingClient()?.name)
  const letOthersIn = async () => {
    if (slice.isOver) await slice.letOthersIn()
  }
  try {
    await feed.tail.ready()
    const start = await whereToBegin(feed, asked.after)
    let place = start ?? (await feed.end())
    const endOf = (reason: StreamEndReason): FeedItem => ({ kind: 'end', reason, next: seal.seal(place) })
    if (start === null) yield { kind: 'gap', ...(await gapOf(feed)) }
    for (let isFirst = true; ; isFirst = false) {
      // Catch up from the position to the tail's current end. Later changes are in the inbox.
      inbox.clear()
      let cursorAt = later()
      for (let isBehindTail = true; isBehindTail; ) {
        if (gone.aborted) return
        const reason = await reader.reasonToEnd([])
        if (reason) return yield endOf(reason)
        const end = await feed.end()
        const read = await reader.readFrom(place)
        const rows = read ?? []
        if (read === null) yield { kind: 'gap', ...(await gapOf(feed)) }
        isBehindTail = rows.length >= reader.atOnce
        for await (const some of reader.show(rows)) {
          yield some
          cursorAt = later()
        }
        const last = isBehindTail && !rows.some(isBreak) ? rows.at(-1) : undefined
        // After a gap, continue from the end, where a client that reads everything again continues.
        place = last ? positionOf(last) : read === null ? end : furthest(place, end, rows)
        if (isBehindTail && performance.now() >= cursorAt) {
          yield { kind: 'cursor', next: seal.seal(place) }
          cursorAt = later()
        }
        if (isSilent()) yield { kind: 'heartbeat' }
        await letOthersIn()
      }
      if (isFirst) yield { kind: 'ready', next: seal.seal(place) }
      for (;;) {
        const woken: Woken = await inbox.take(Math.min(reader.lookAt, beatAt))
        if (gone.aborted) return
        if (woken === 'overflow') {
          // A change of the user's own document may be among the dropped ones.
          reader.askSoon()
          break
        }
        const rows = woken.filter((row) => isBehind(place, row))
        const reason = await reader.reasonToEnd(rows)
        if (reason) return yield endOf(reason)
        for await (const some of reader.show(rows)) yield some
        place = furthest(place, place, rows)
        if (isSilent()) yield { kind: 'heartbeat' }
        await letOthersIn()
      }
    }
  } finally {
    inbox.close()
  }
}

/** Reads the feed for one stream, while its caller may follow. */
class FeedReader {
  readonly atOnce: number
  readonly #feed: Feed
  readonly #following: Following
  readonly #seal: CursorSeal
  readonly #viewer: Viewer
  readonly #isWanted: (row: ChangeRow) => boolean
  readonly #endsAt: number
  #recheckAt: number

  constructor(feed: Feed, following: Following, seal: CursorSeal) {
    const { asked, caller, times, recheck } = following
    this.atOnce = asked.documents ? WITH_DOCUMENTS : AT_ONCE
    this.#feed = feed
    this.#following = following
    this.#seal = seal
    this.#viewer = new Viewer(feed.runtime, caller, asked.isLive)
    this.#isWanted = wanted(asked)
    // Jitter: streams that began together, as after a restart, don't end together.
    this.#endsAt = times ? performance.now() + times.life * (1 - Math.random() * UNEVEN) : Infinity
    this.#recheckAt = performance.now() + recheck
  }

  /** Time of the next check, whether or not anything happens. */
  get lookAt(): number {
    return Math.min(this.#endsAt, this.#recheckAt)
  }

  /** Rechecks the caller before the next changes are delivered. */
  askSoon(): void {
    this.#recheckAt = -Infinity
  }

  async readFrom(place: FeedPosition): Promise<readonly ChangeRow[] | null> {
    const { owners, isLive } = this.#following.asked
    const match = matchOf(await this.#viewer.readableOf(owners), isLive)
    return this.#feed.read(place, this.atOnce, match)
  }

  /** Yields the changes that the caller may see. If there is a break among them, yields only a gap. */
  async *show(rows: readonly ChangeRow[]): AsyncGenerator<FeedItem, void, undefined> {
    if (rows.some(isBreak)) {
      yield { kind: 'gap', ...(await gapOf(this.#feed)) }
      return
    }
    const asked = rows.filter(this.#isWanted)
    for (let start = 0; start < asked.length; start += this.atOnce) {
      const told = await this.#viewer.see(asked.slice(start, start + this.atOnce))
      const { documents } = this.#following.asked
      const changes = await presentChanges(this.#feed.runtime, this.#viewer, told, documents, this.#seal)
      if (changes.length > 0) yield { kind: 'changes', changes }
    }
  }

  /** Checked before each delivery. A change of the user's own document may change the user's rights. */
  async reasonToEnd(news: readonly ChangeRow[]): Promise<StreamEndReason | null> {
    if (this.#following.stopping.aborted) return 'stopping'
    const isOwn = news.some((row) => isOwnDocument(row, this.#viewer.caller))
    const reason = isOwn || performance.now() >= this.#recheckAt ? await this.#askAgain() : null
    return reason ?? (performance.now() >= this.#endsAt ? 'life' : null)
  }

  /**
   * Loads the current caller, for whom rules are asked from now on. If that fails, delivers nothing more: the client
   * reconnects.
   */
  async #askAgain(): Promise<StreamEndReason | null> {
    const { callerNow, recheck, times } = this.#following
    this.#recheckAt = performance.now() + recheck
    try {
      const now = await callerNow()
      if (!isSameCaller(now, this.#viewer.caller)) return 'credential'
      this.#viewer.caller = now
      return null
    } catch (error) {
      if (error instanceof QuireError && REFUSALS.has(error.code)) return 'credential'
      if (!times) throw error
      return 'life'
    }
  }
}

/** The last of these rows or the end, whichever is later. */
function furthest(place: FeedPosition, end: FeedPosition, rows: readonly ChangeRow[]): FeedPosition {
  const last = rows.at(-1)
  const read = last ? positionOf(last) : place
  return isBehind(read, end) ? end : read
}

function wanted({ owners, isLive }: AskedChanges): (row: ChangeRow) => boolean {
  const named = owners && new Set(owners)
  return (row) => (named === null || named.has(row.entity)) && (!isLive || row.live === 1)
}

function isOwnDocument({ entity, documentId }: ChangeRow, { actor }: Caller): boolean {
  return entity === actor?.collection && documentId === actor.id
}

function isSameCaller(one: Caller, other: Caller): boolean {
  return (
    one.actor?.collection === other.actor?.collection &&
    one.actor?.id === other.actor?.id &&
    one.key?.id === other.key?.id &&
    one.system === other.system &&
    one.heldBack === undefined
  )
}
