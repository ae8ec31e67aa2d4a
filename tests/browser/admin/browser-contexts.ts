import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const USUAL: BrowserContextOptions = {
  viewport: { width: 1320, height: 820 },
  locale: 'en',
  reducedMotion: 'reduce',
}

const PATIENCE = 60_000

/**
 * Reuses browser contexts of one site: resets the session and storage after a test, but keeps the cached code of the
 * app, which takes longer to load than most journeys.
 */
export class BrowserContexts {
  readonly #browser: Browser
  readonly #origin: string
  readonly #all = new Set<BrowserContext>()
  readonly #resting = new Map<string, BrowserContext[]>()
  readonly #rests = new WeakMap<BrowserContext, Page>()

  constructor(browser: Browser, origin: string) {
    this.#browser = browser
    this.#origin = origin
  }

  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const kind = JSON.stringify(options)
    const context = this.#resting.get(kind)?.pop() ?? (await this.#open(options))
    restWithTest(async () => {
      // Its test may have closed it.
      if (!this.#all.has(context)) return
      await this.#forget(context)
      this.#resting.set(kind, [...(this.#resting.get(kind) ?? []), context])
    })
    return context
  }

  async #open(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...USUAL, ...options })
    context.setDefaultTimeout(PATIENCE)
    this.#all.add(context)
    context.on('close', () => this.#all.delete(context))
    return context
  }

  async #forget(context: BrowserContext): Promise<void> {
    const rest = this.#rests.get(context) ?? (await this.#makeRest(context))
    // An open page keeps requesting and rendering during other tests, and stores typed text when it closes.
    for (const page of context.pages()) if (page !== rest) await page.close()
    const session = await context.newCDPSession(rest)
    await session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: 'all' })
    await session.detach()
    await context.clearCookies()
    await context.setOffline(false)
  }

  /** An idle page that keeps the renderer process with the compiled code alive. */
  async #makeRest(context: BrowserContext): Promise<Page> {
    await context.setOffline(false)
    const page = await context.newPage()
    await page.goto(`${this.#origin}/livez`)
    this.#rests.set(context, page)
    return page
  }

  async close(): Promise<void> {
    for (const context of this.#all) await context.close()
  }
}

/** `npm run screenshots` has none. */
const vitest = process.env['VITEST'] === undefined ? undefined : await import('vitest')

function restWithTest(rest: () => Promise<void>): void {
  try {
    vitest?.onTestFinished(rest)
  } catch {
    // Pages that were opened before the first test belong to all tests of the file and stay until its end.
  }
}
