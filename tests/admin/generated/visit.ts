import type { Page, Request } from 'playwright-core'

/** What the screen that is left is headed by. Code for the page is text: nothing of the page belongs into tests. */
const MARK = `document.querySelectorAll('h1').forEach((heading) => { heading.dataset.before = '' })`
/** One person's way through an application: where it led, and everything that went wrong there. */
export class Visit {
  readonly faults: string[] = []
  readonly #page: Page
  readonly #root: string
  readonly #asked = new Set<Request>()
  #path = ''

  constructor(page: Page, root: string) {
    this.#page = page
    this.#root = root
    page.on('pageerror', ({ message }) => this.#note(`threw: ${message}`))
    page.on('console', (message) => {
      // Refusals are noted with what was asked.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#note(`console: ${message.text()}`)
    })
    page.on('request', (request) => {
      if (request.url().includes('/api/')) this.#asked.add(request)
    })
    page.on('requestfinished', (request) => this.#asked.delete(request))
    page.on('requestfailed', (request) => this.#asked.delete(request))
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      const asked = `${response.request().method()} ${decodeURIComponent(pathname + search)}`
      if (response.status() >= 400)
        void response.text().then((text) => this.#note(`${asked}: ${response.status()} ${text}`))
    })
  }

  /** As a link would, without loading the app again, unless nothing is loaded yet. */
  async open(path: string): Promise<void> {
    const isFirst = this.#path === ''
    this.#path = path
    if (isFirst) await this.#page.goto(`${this.#root}${path}`)
    else await this.#page.evaluate(`${MARK}; history.pushState({}, '', '${this.#root}${path}')`)
    await this.#page
      .locator('h1:not([data-before])')
      .first()
      .waitFor()
      .catch(() => this.#note('shows no heading'))
    await this.#settle()
    await this.#page
      .locator('main [aria-busy=true], main [role=status][aria-label]')
      .first()
      .waitFor({ state: 'detached' })
      .catch(() => this.#note('is still loading'))
    for (const alert of await this.#page.getByRole('alert').allInnerTexts())
      if (alert !== '') this.#note(`says: ${alert}`)
  }

  /** Until everything is answered that was asked. What comes later is noted with the screens that follow. */
  async #settle(): Promise<void> {
    for (let times = 0; times < 200 && this.#asked.size > 0; times += 1)
      await this.#page.waitForEvent('requestfinished', { timeout: 100 }).catch(() => undefined)
  }

  #note(what: string): void {
    this.faults.push(`${this.#path} ${what}`)
  }
}
