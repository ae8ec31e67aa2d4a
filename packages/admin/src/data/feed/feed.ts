import { isApiError } from '../api-error.ts'
import type { FeedChange, News } from './news.ts'

/** Message from the leading tab to the others. */
export interface Message {
  readonly news: News
  /** Cursor after these changes. */
  readonly after: string | undefined
}

interface StreamOptions {
  readonly after: string | undefined
  readonly signal: AbortSignal
  readonly onReady: (next: string) => void
}

export interface FeedParts {
  readonly open: (options: StreamOptions) => AsyncIterable<FeedChange>
  /** Runs the function while no other tab does. Aborting the signal cancels the wait. */
  readonly lead: (signal: AbortSignal, run: () => Promise<void>) => Promise<void>
  readonly post: (message: Message) => void
  /** Returns how to stop. */
  readonly listen: (listener: (message: Message) => void) => () => void
  readonly isVisible: () => boolean
  readonly onVisibility: (listener: () => void) => () => void
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly tell: (news: News) => void
}

/** Delay in milliseconds after the stream could not be opened. The client has already retried. */
const AGAIN = 15_000

/**
 * Shares one stream between all tabs of a browser, because a user may open only a few. The leading tab broadcasts to
 * the others. A hidden tab gives up the lead, and a visible one continues from the same cursor. If all tabs are hidden,
 * no stream is open; the feed catches up when a tab becomes visible.
 */
export class Feed {
  readonly #parts: FeedParts
  #after: string | undefined
  #turn: AbortController | undefined

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /** Returns how to stop. */
  start(): () => void {
    const { listen, onVisibility } = this.#parts
    const stops = [listen((message) => this.#heard(message)), onVisibility(() => this.#decide())]
    this.#parts.tell('begun')
    this.#decide()
    return () => {
      for (const stop of stops) stop()
      this.#turn?.abort()
    }
  }

  #decide(): void {
    const { isVisible, lead } = this.#parts
    if (!isVisible()) {
      this.#turn?.abort()
      this.#turn = undefined
    } else if (!this.#turn) {
      const turn = new AbortController()
      this.#turn = turn
      // Aborting the wait for the lead rejects.
      void lead(turn.signal, () => this.#follow(turn.signal))
        .catch(() => undefined)
        .finally(() => {
          // After a refusal, the feed retries when the tab becomes visible again.
          if (this.#turn === turn) this.#turn = undefined
        })
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { open, pause } = this.#parts
    while (!signal.aborted) {
      try {
        const onReady = (next: string) => this.#share(this.#after === undefined ? 'begun' : [], next)
        for await (const change of open({ after: this.#after, signal, onReady })) {
          if (signal.aborted) return
          this.#share([change], change.id)
        }
      } catch (error) {
        if (signal.aborted || isApiError(error, 'unauthenticated', 'forbidden', 'not_found')) return
        // The cursor is older than the retained changes.
        if (isApiError(error, 'invalid_state')) {
          this.#share('everything', error.feed?.next)
          if (error.feed) continue
        }
      }
      await pause(AGAIN, signal)
    }
  }

  #share(news: News, after: string | undefined): void {
    const message = { news, after }
    this.#parts.post(message)
    this.#heard(message)
  }

  #heard({ news, after }: Message): void {
    this.#after = after
    if (news.length > 0) this.#parts.tell(news)
  }
}
