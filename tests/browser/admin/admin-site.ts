import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { type App, type AppOptions, createApp, createLogger, type QuireConfig, sqlite } from 'quirecms'
import { claim } from '../../setup/claim.ts'
import { openBrowser } from './browser.ts'
import { BrowserContexts } from './browser-contexts.ts'
import { buildAdmin } from './build-admin.ts'

export const EDITOR = { name: 'Ines Albrecht', email: 'ines@example.com', password: 'a long secret of mine' }

const SERVED = { database: sqlite('./data/site.db'), server: { rateLimit: false } } as const

const QUIET = { log: createLogger({ level: 'silent' }) }

type Migrations = NonNullable<AppOptions['dataMigrations']>

/** An application with its admin app in a folder of its own, and a browser. One for all journeys of a file. */
export class AdminSite {
  readonly app: App
  readonly url: string
  readonly #contexts: BrowserContexts
  readonly #folder: string

  private constructor(app: App, url: string, contexts: BrowserContexts, folder: string) {
    this.app = app
    this.url = url
    this.#contexts = contexts
    this.#folder = folder
  }

  /**
   * The example with its content, and the options of a test. Content is created once, in `content`, and copied from
   * there: creating all image sizes takes seconds.
   */
  static async start(
    browserPath: string,
    changed: (blog: QuireConfig) => Partial<QuireConfig> = () => ({}),
    content?: string,
  ): Promise<AdminSite> {
    // A project of its own, which this one does not type-check again.
    const load = (path: string): Promise<unknown> =>
      import(new URL(`../../../examples/blog/${path}`, import.meta.url).href)
    const { default: blog } = (await load('quire.config.ts')) as { default: QuireConfig }
    const { up } = (await load('migrations/20260101-000000-demo-content.ts')) as Migrations[number]
    const dataMigrations = [{ name: 'demo', up }]
    const folder = await newFolder()
    if (content !== undefined) {
      await makeContent(content, { ...blog, ...SERVED }, dataMigrations)
      await cp(content, folder, { recursive: true })
    }
    return AdminSite.#open(browserPath, { ...blog, ...SERVED, ...changed(blog) }, folder, dataMigrations)
  }

  /** Another application, which starts empty. */
  static async startOther(browserPath: string, config: QuireConfig): Promise<AdminSite> {
    const served = { ...config, ...SERVED, server: { ...SERVED.server, ...config.server } }
    return AdminSite.#open(browserPath, served, await newFolder(), [])
  }

  static async #open(
    browserPath: string,
    config: QuireConfig,
    folder: string,
    dataMigrations: Migrations,
  ): Promise<AdminSite> {
    buildAdmin()
    const app: App = await createApp(config, { root: folder, ...QUIET, dataMigrations })
    // Links in mails point to this port, if configured.
    const port = Number(new URL(config.server?.publicUrl ?? 'http://any:0').port)
    const listened = await app.listen({ port })
    const url = config.server?.publicUrl ?? listened
    return new AdminSite(app, url, new BrowserContexts(await openBrowser(browserPath), url), folder)
  }

  /** A page with a cookie jar of its own. Fails the test on exceptions and on violations of the CSP. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
    return this.#openIn(await this.#contexts.take(options), path)
  }

  async #openIn(context: BrowserContext, path: string): Promise<{ page: Page; problems: string[] }> {
    const page = await context.newPage()
    tellIfFailed(page)
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    page.on('console', (message) => {
      // 404 answers are not errors of the app; tests provoke other refusals on purpose.
      if (/Content.Security.Policy|Warning:|status of 404/.test(message.text()))
        problems.push(`${message.text()} ${message.location().url}`)
    })
    await page.goto(`${this.url}/admin${path}`)
    return { page, problems }
  }

  /** Opens a page as an admin. */
  async openSignedIn(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
    return this.openAs(EDITOR.name, path, options)
  }

  /**
   * Opens a page as the user with this name. Creates the user if needed: an admin, unless a role is given, with the
   * members that the application requires. Skips the sign-in form, which has journeys of its own.
   */
  async openAs(name: string, path: string, options: BrowserContextOptions & { role?: string; data?: object } = {}) {
    const { role = 'admin', data = {}, ...others } = options
    const { collections, auth } = this.app.local.asSystem()
    if (!collections['users'] || !auth['users']) throw new Error('The example has no users any more.')
    const email = name === EDITOR.name ? EDITOR.email : `${name.toLowerCase().replace(/[^a-z]/g, '')}@example.com`
    const { password } = EDITOR
    const { count } = await collections['users'].count({ where: { email: { equals: email } } })
    if (count === 0) await auth['users'].createUser({ data: { ...data, email, name, roles: [role] }, password })
    const context = await this.#contexts.take(others)
    const answer = await context.request.post(`${this.url}/api/auth/users/login`, { data: { email, password } })
    if (!answer.ok()) throw new Error(`${name} cannot sign in: ${await answer.text()}`)
    return this.#openIn(context, path)
  }

  async close(): Promise<void> {
    await this.#contexts.close()
    await this.app.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** `npm run screenshots` has none. */
const vitest = process.env['VITEST'] === undefined ? undefined : await import('vitest')

/** The page's text and the open requests: "not visible" alone explains little about an unattended run. */
function tellIfFailed(page: Page): void {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(`${request.method()} ${request.url()}`))
  const isOver = (request: Request) => asked.delete(`${request.method()} ${request.url()}`)
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  const tell = async ({ task }: { task: { result?: { state: string } } }) => {
    if (task.result?.state !== 'fail' || page.isClosed()) return
    const text = await page.evaluate('document.body.innerText').catch(() => 'nothing that answers')
    process.stderr.write(
      `${page.url()} showed:\n${String(text).slice(0, 3000)}\n\nStill asked for: ${[...asked].join(', ')}\n`,
    )
  }
  try {
    vitest?.onTestFinished(tell)
  } catch {
    // Before the first test there is none to finish.
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'quire-admin-'))
}

/** Writes the content if it doesn't exist, under a temporary name first, so that no other process reads half of it. */
async function makeContent(place: string, config: QuireConfig, dataMigrations: Migrations): Promise<void> {
  if (existsSync(place)) return
  const release = claim(place)
  try {
    if (existsSync(place)) return
    const made = await mkdtemp(`${place}-`)
    const app = await createApp(config, { root: made, ...QUIET, dataMigrations })
    await app.close()
    await rename(made, place)
  } finally {
    release()
  }
}
