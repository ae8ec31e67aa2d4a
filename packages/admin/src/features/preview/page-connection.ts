import { isRecord } from '../../data/members.ts'

/** Messages that the page in the pane may send. All others are ignored. */
export type FromPage =
  | { readonly type: 'ask'; readonly ask: Readonly<Record<string, unknown>> | null }
  | { readonly type: 'hover'; readonly at: string }
  | { readonly type: 'open'; readonly at: string }
  | { readonly type: 'end' }

export type ToPage =
  | { readonly type: 'welcome'; readonly nonce: string }
  | { readonly type: 'editing'; readonly isOn: boolean }
  | { readonly type: 'name'; readonly at: string; readonly name: string }
  | { readonly type: 'focus'; readonly at: string }
  /** The stored document, sent while there are no edits. */
  | { readonly type: 'stored'; readonly doc: unknown }
  | { readonly type: 'document'; readonly doc: unknown }
  | { readonly type: 'changed'; readonly collection: string; readonly id: string; readonly revision: number }
  /** A new token before the current one expires, with the earlier ones. */
  | { readonly type: 'token'; readonly token: string; readonly before: readonly string[] }

export interface PageConnectionParts {
  /** The window of the frame; messages from others are ignored. */
  readonly frame: () => unknown
  /** Origin of the page; `null` if its frame is sandboxed. */
  readonly origin: string
  readonly nonce: string
  readonly onConnected: (isConnected: boolean) => void
  readonly onMessage: (message: FromPage) => void
  readonly now: () => number
}

/** Maximum length of a request in characters. */
const LONGEST = 10_000
/** Rate limit: initial burst, and refill per second. A user never points at this many fields. */
const BURST = 60
const EACH_SECOND = 20
/** Limit of unknown messages; beyond it, the frame is ignored until it loads another page. */
const MOST_STRANGE = 50

/**
 * The connection to the page in the pane. The page opens a message channel; only the page with the nonce in its address
 * is accepted. The size and rate of its messages are limited, and a page that exceeds them is disconnected.
 */
export class PageConnection {
  readonly #parts: PageConnectionParts
  #port: MessagePort | undefined
  #strange = 0
  #left = BURST
  #since: number
  #isMuted = false

  constructor(parts: PageConnectionParts) {
    this.#parts = parts
    this.#since = parts.now()
  }

  /** Handles `message` events of the app's window. */
  readonly hear = (event: Pick<MessageEvent, 'source' | 'origin' | 'data' | 'ports'>): void => {
    const { frame, origin, nonce } = this.#parts
    if (this.#isMuted || event.source === null || event.source !== frame()) return
    const [port] = event.ports
    if (event.origin === origin && event.data === `quire-preview:${nonce}` && port && this.#isAllowed()) {
      this.#connect(port)
      return
    }
    this.#strange += 1
    if (this.#strange > MOST_STRANGE) this.#mute()
  }

  readonly send = (message: ToPage): void => this.#port?.postMessage(JSON.stringify(message))

  readonly loaded = (): void => {
    this.#strange = 0
    this.#isMuted = false
  }

  readonly close = (): void => {
    this.#port?.close()
    if (this.#port) this.#parts.onConnected(false)
    this.#port = undefined
  }

  #connect(port: MessagePort): void {
    this.#port?.close()
    this.#port = port
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#take(port, data))
    port.start()
    this.send({ type: 'welcome', nonce: this.#parts.nonce })
    this.#parts.onConnected(true)
  }

  #take(port: MessagePort, data: unknown): void {
    if (port !== this.#port) return
    if (!this.#isAllowed()) return this.#mute()
    const message = typeof data === 'string' && data.length <= LONGEST ? read(data) : undefined
    if (message?.type === 'end') this.close()
    else if (message) this.#parts.onMessage(message)
  }

  #isAllowed(): boolean {
    const now = this.#parts.now()
    this.#left = Math.min(BURST, this.#left + ((now - this.#since) / 1000) * EACH_SECOND) - 1
    this.#since = now
    return this.#left >= 0
  }

  #mute(): void {
    this.#isMuted = true
    this.close()
  }
}

function read(text: string): FromPage | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const { type, at, ask } = value
  if (type === 'end') return { type }
  if (type === 'ask' && (ask === null || isRecord(ask))) return { type, ask }
  return (type === 'hover' || type === 'open') && typeof at === 'string' ? { type, at } : undefined
}
