/** A change of a document or a global, as the change feed reports it. */
export interface FeedChange {
  /** Cursor after this change. */
  readonly id: string
  readonly at: string
  /** `document.published` and the like. */
  readonly event: string
  readonly collection?: string
  readonly global?: string
  readonly documentId: string
  /** Revision of the version that the actor reads; null if it is no longer readable. */
  readonly revision: number | null
  readonly actor: { readonly collection: string; readonly id: string } | null
}

/**
 * The changes; 'everything' if changes may have been missed; 'begun' if the feed has just started, so that earlier
 * reads may be stale.
 */
export type News = readonly FeedChange[] | 'everything' | 'begun'

type Listener = (news: News) => void

const listeners = new Set<Listener>()

export function listenToNews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellNews(news: News): void {
  for (const listener of listeners) listener(news)
}

/** Changes within this time are handled together, in milliseconds. */
const SOON = 300
/** Shortest interval between two refreshes of one part of the app, in milliseconds. */
const BETWEEN = 2000

/** Throttle that batches calls into one run. */
export class Together {
  readonly #run: () => void
  #last = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  ask(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#last = Date.now()
        this.#run()
      },
      Math.max(SOON, this.#last + BETWEEN - Date.now()),
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
