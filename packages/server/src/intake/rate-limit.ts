import { QuireError } from '@quirecms/core'

/**
 * Requests a client may make in `window` milliseconds: over all, and on the routes that guess secrets (docs/contract/limits.md#rates); and
 * at once.
 */
export interface RateLimits {
  readonly requests: number
  readonly auth: number
  readonly window: number
  readonly inFlight: number
}

export const DEFAULT_RATE_LIMITS: RateLimits = { requests: 1000, auth: 20, window: 60_000, inFlight: 1000 }

/** More clients than this in one window push out the oldest: memory stays bounded (about 20 MB) under any flood. */
const MOST_CLIENTS = 100_000

interface Window {
  count: number
  readonly startedAt: number
}

/**
 * A window for each client, from its first request on. Synchronous and without timers, which is why it is not
 * @fastify/rate-limit: that takes several promises a request, parses the address anew each time, and looks only at
 * known routes.
 *
 * Windows stand in the map in the order in which they started, so those that are over are found at its front.
 */
export class RateLimiter {
  readonly #limit: number
  readonly #length: number
  readonly #mostClients: number
  readonly #windows = new Map<string, Window>()

  constructor(limit: number, length: number, mostClients: number = MOST_CLIENTS) {
    this.#limit = limit
    this.#length = length
    this.#mostClients = mostClients
  }

  /** Counts a request; throws 429 `rate_limited` when it is one too many. */
  count(client: string, now: number): void {
    const window = this.#windows.get(client)
    if (window === undefined || now - window.startedAt >= this.#length) {
      this.#open(client, now)
      return
    }
    if (++window.count <= this.#limit) return
    const retryAfter = Math.ceil((window.startedAt + this.#length - now) / 1000)
    throw new QuireError('rate_limited', 'Too many requests from your address. Try again later.', { retryAfter })
  }

  get clients(): number {
    return this.#windows.size
  }

  #open(client: string, now: number): void {
    // The client's own window, where it had one, is over and so among them.
    for (const [oldest, window] of this.#windows) {
      const isOver = now - window.startedAt >= this.#length
      if (!isOver && this.#windows.size < this.#mostClients) break
      this.#windows.delete(oldest)
    }
    this.#windows.set(client, { count: 1, startedAt: now })
  }
}
