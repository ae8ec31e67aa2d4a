import type { Page, Request } from 'playwright-core'

/** The heading of the previous screen. The code is a text: tests have no `document`. */
const MARK = `document.querySelectorAll('h1').forEach((heading) => { heading.dataset.before = '' })`

/** Follows links of the app: loading it takes longer than rendering most screens. */
export class Walk {
  readonly #page: Page
  readonly #asked = new Set<Request>()

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      if (request.url().startsWith('http')) this.#asked.add(request)
    })
    page.on('requestfinished', (request) => this.#asked.delete(request))
    page.on('requestfailed', (request) => this.#asked.delete(request))
  }

  /** As a link would, without loading the app again. */
  async follow(address: string): Promise<void> {
    await this.#page.evaluate(`${MARK}; history.pushState({}, '', '${address}')`)
  }

  /** Waits for a heading other than that of the previous screen. */
  async heading(): Promise<void> {
    await this.#page.locator('h1:not([data-before])').first().waitFor()
  }

  /** Waits until all requests, and requests that follow from them, are answered. */
  async answers(): Promise<void> {
    for (let times = 0; times < 200; times += 1) {
      if (this.#asked.size === 0) await this.#page.waitForTimeout(50)
      if (this.#asked.size === 0) return
      await this.#page.waitForEvent('requestfinished', { timeout: 100 }).catch(() => undefined)
    }
  }

  async content(): Promise<void> {
    const loading = this.#page.locator('main [aria-busy=true], main [role=status][aria-label]')
    await loading.first().waitFor({ state: 'detached' })
  }
}
