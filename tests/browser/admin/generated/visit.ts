import type { Page } from 'playwright-core'
import { Walk } from '../walk.ts'

/** One user's visit of an application: the visited screens, and all errors there. */
export class Visit {
  readonly faults: string[] = []
  readonly #page: Page
  readonly #root: string
  readonly #walk: Walk
  #path = ''

  constructor(page: Page, root: string) {
    this.#page = page
    this.#root = root
    this.#walk = new Walk(page)
    page.on('pageerror', ({ message }) => this.#note(`threw: ${message}`))
    page.on('console', (message) => {
      // Refusals are recorded together with their request.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.#note(`console: ${message.text()}`)
    })
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      const asked = `${response.request().method()} ${decodeURIComponent(pathname + search)}`
      if (response.status() >= 400)
        void response.text().then((text) => this.#note(`${asked}: ${response.status()} ${text}`))
    })
  }

  /** Follows a link without reloading the app, if it is loaded. */
  async open(path: string): Promise<void> {
    const isFirst = this.#path === ''
    this.#path = path
    if (isFirst) await this.#page.goto(`${this.#root}${path}`)
    else await this.#walk.follow(`${this.#root}${path}`)
    await this.#walk.heading().catch(() => this.#note('shows no heading'))
    await this.#walk.answers()
    await this.#walk.content().catch(() => this.#note('is still loading'))
    for (const alert of await this.#page.getByRole('alert').allInnerTexts())
      if (alert !== '') this.#note(`says: ${alert}`)
  }

  #note(what: string): void {
    this.faults.push(`${this.#path} ${what}`)
  }
}
