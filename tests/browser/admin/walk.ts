import type { Page, Request } from 'playwright-core'

/** What the screen that is left is headed by. Code for the page is text: nothing of the page belongs into tests. */
const MARK = `document.querySelectorAll('h1').forEach((heading) => { heading.dataset.before = '' })`

/** The way through the app that its own links take: it is loaded once, which takes longer than to show most of its screens. */
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

  /** Until there is a heading, which is none of the screen that was left. */
  async heading(): Promise<void> {
    await this.#page.locator('h1:not([data-before])').first().waitFor()
  }

  /** Until everything is answered that was asked, and nothing was asked because of that. */
  async answers(): Promise<void> {
    for (let times = 0; times < 200; times += 1) {
      if (this.#asked.size === 0) await this.#page.waitForTimeout(50)
      if (this.#asked.size === 0) return
      await this.#page.waitForEvent('requestfinished', { timeout: 100 }).catch(() => undefined)
    }
  }

  /** Until nothing says that it still loads. */
  async content(): Promise<void> {
    const loading = this.#page.locator('main [aria-busy=true], main [role=status][aria-label]')
    await loading.first().waitFor({ state: 'detached' })
  }
}
