import { QuireError } from '@quirecms/sdk'
import { describe, expect, it } from 'vitest'
import { Feed, type FeedParts, type Message } from './feed.ts'
import type { FeedChange, News } from './news.ts'

/** A browser with visible and hidden tabs, and a service that streams changes. */
class Browser {
  readonly history: FeedChange[] = []
  readonly streams = new Set<{ wake: () => void }>()
  /** The cursor of each requested stream. */
  readonly asked: (string | undefined)[] = []
  /** Error that ends the next stream. */
  failure: Error | undefined
  readonly #tabs: Tab[] = []
  #leading: Promise<void> = Promise.resolve()

  happen(documentId: string): void {
    const id = String(this.history.length + 1)
    const about = { event: 'document.updated', collection: 'posts', revision: 2, actor: null }
    this.history.push({ id, at: '2026-01-01T00:00:00.000Z', documentId, ...about })
    for (const { wake } of this.streams) wake()
  }

  async *open(
    after: string | undefined,
    signal: AbortSignal,
    onReady: (next: string) => void,
  ): AsyncGenerator<FeedChange> {
    this.asked.push(after)
    const { failure } = this
    this.failure = undefined
    if (failure) throw failure
    let next = after === undefined ? this.history.length : Number(after)
    const stream = { wake: () => undefined as void }
    this.streams.add(stream)
    try {
      while (!signal.aborted) {
        const change = this.history[next]
        if (change) {
          next += 1
          yield change
          continue
        }
        onReady(String(next))
        await new Promise<void>((resolve) => {
          stream.wake = resolve
          signal.addEventListener('abort', () => resolve())
        })
      }
    } finally {
      this.streams.delete(stream)
    }
  }

  tab(): Tab {
    const tab = new Tab(this)
    this.#tabs.push(tab)
    return tab
  }

  post(from: Tab, message: Message): void {
    for (const tab of this.#tabs) if (tab !== from) tab.hear(message)
  }

  async lead(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
    const before = this.#leading
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#leading = before.then(() => promise)
    await before
    try {
      if (!signal.aborted) await run()
    } finally {
      resolve()
    }
  }
}

class Tab {
  readonly told: News[] = []
  hear: (message: Message) => void = () => undefined
  readonly stop: () => void
  #isVisible = true
  #onVisibility: () => void = () => undefined

  constructor(browser: Browser) {
    const parts: FeedParts = {
      open: ({ after, signal, onReady }) => browser.open(after, signal, onReady),
      lead: (signal, run) => browser.lead(signal, run),
      post: (message) => browser.post(this, message),
      listen: (listener) => {
        this.hear = listener
        return () => (this.hear = () => undefined)
      },
      isVisible: () => this.#isVisible,
      onVisibility: (listener) => {
        this.#onVisibility = listener
        return () => undefined
      },
      pause: () => Promise.resolve(),
      tell: (news) => this.told.push(news),
    }
    this.stop = new Feed(parts).start()
  }

  show(isVisible: boolean): void {
    this.#isVisible = isVisible
    this.#onVisibility()
  }

  get documents(): string[] {
    const told = this.told.filter((news) => news !== 'begun')
    return told.flatMap((news) => (news === 'everything' ? ['everything'] : news.map((one) => one.documentId)))
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the change feed of the app', () => {
  it('opens one stream for all tabs, and each tab gets every change once', async () => {
    const browser = new Browser()
    const tabs = [browser.tab(), browser.tab(), browser.tab()]
    await rest()
    expect(browser.streams.size).toBe(1)
    for (const id of ['a', 'b', 'c']) browser.happen(id)
    await rest()
    for (const tab of tabs) expect(tab.documents).toEqual(['a', 'b', 'c'])
    for (const tab of tabs) tab.stop()
    await rest()
    expect(browser.streams.size).toBe(0)
  })

  it('continues in another tab at the same cursor when the first one is hidden or closed', async () => {
    const browser = new Browser()
    const [first, second] = [browser.tab(), browser.tab()]
    await rest()
    browser.happen('a')
    await rest()
    first.show(false)
    browser.happen('b')
    await rest()
    expect(browser.asked).toEqual([undefined, '1'])
    first.show(true)
    await rest()
    expect(browser.streams.size).toBe(1)
    second.stop()
    browser.happen('c')
    await rest()
    expect(first.documents).toEqual(['a', 'b', 'c'])
  })

  it('sends no requests while all tabs are hidden, and then gets the changes of that time', async () => {
    const browser = new Browser()
    const [first, second] = [browser.tab(), browser.tab()]
    await rest()
    browser.happen('a')
    await rest()
    first.show(false)
    second.show(false)
    await rest()
    expect(browser.streams.size).toBe(0)
    browser.happen('b')
    browser.happen('c')
    await rest()
    second.show(true)
    await rest()
    for (const tab of [first, second]) expect(tab.documents).toEqual(['a', 'b', 'c'])
  })

  it('reports a gap if the next changes are no longer stored, and continues from now', async () => {
    const browser = new Browser()
    const tab = browser.tab()
    await rest()
    browser.happen('a')
    await rest()
    tab.show(false)
    browser.happen('lost')
    browser.failure = new QuireError('invalid_state', 'The feed begins later.')
    tab.show(true)
    await rest()
    browser.happen('b')
    await rest()
    expect(tab.documents).toEqual(['a', 'everything', 'b'])
    expect(browser.asked).toEqual([undefined, '1', undefined])
    expect(tab.told.filter((news) => news === 'begun')).toHaveLength(3)
  })

  it('continues at once from the cursor that the service names', async () => {
    const browser = new Browser()
    const [tab, other] = [browser.tab(), browser.tab()]
    await rest()
    browser.happen('a')
    await rest()
    for (const one of [tab, other]) one.show(false)
    browser.happen('lost')
    browser.happen('b')
    browser.failure = new QuireError('invalid_state', 'Gone.', { status: 409, feed: { first: '2', next: '2' } })
    other.show(true)
    await rest()
    expect(browser.asked).toEqual([undefined, '1', '2'])
    for (const one of [tab, other]) expect(one.documents).toEqual(['a', 'everything', 'b'])
  })

  it('retries after a refusal when the tab becomes visible again', async () => {
    const browser = new Browser()
    browser.failure = new QuireError('unauthenticated', 'The session is over.')
    const tab = browser.tab()
    await rest()
    expect(browser.streams.size).toBe(0)
    tab.show(true)
    await rest()
    browser.happen('a')
    await rest()
    expect(tab.documents).toEqual(['a'])
  })

  it.each(['unauthenticated', 'forbidden', 'not_found'] as const)(
    'does not retry while it is refused (%s)',
    async (code) => {
      const browser = new Browser()
      browser.failure = new QuireError(code, 'No.')
      const tab = browser.tab()
      await rest()
      await rest()
      expect(browser.asked).toEqual([undefined])
      expect(tab.documents).toEqual([])
    },
  )

  it('retries after a temporary failure', async () => {
    const browser = new Browser()
    browser.failure = new QuireError('network', 'No answer.')
    const tab = browser.tab()
    await rest()
    browser.happen('a')
    await rest()
    expect(tab.documents).toEqual(['a'])
  })
})
