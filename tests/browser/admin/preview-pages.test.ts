// @module-tag release
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

const found = findBrowser()

/** A site on another origin than the admin app, with one page. */
class OtherSite {
  page = ''
  readonly #server: Server
  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<OtherSite> {
    const input = new URL('../../../packages/sdk/src/preview.ts', import.meta.url).pathname
    const { output } = await (await rolldown({ input })).generate({})
    const server = createServer(({ url }, answer) => {
      const isScript = url === '/preview.js'
      answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      answer.end(isScript ? output[0].code : site.page)
    })
    const site = new OtherSite(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return site
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
  }
}

describe.skipIf(found === null)('pages of another site in the preview', () => {
  let admin: AdminSite
  let other: OtherSite
  beforeAll(async () => {
    other = await OtherSite.start()
    const config = defineConfig({
      collections: {
        users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
        people: collection({ fields: { name: f.text() }, access: { read: () => true } }),
        posts: collection({
          versions: { drafts: { autosave: true } },
          fields: { title: f.text(), secret: f.text(), person: f.relationship({ to: 'people' }) },
          admin: { preview: `${other.url}/?id={id}&preview={token}` },
        }),
      },
    })
    admin = await AdminSite.startOther(found ?? '', config)
  })
  afterAll(async () => {
    other.close()
    await admin.close()
  })

  async function openPost(script: string): Promise<{ page: Page; id: string; problems: string[] }> {
    other.page = `<!doctype html><title>Site</title><h1></h1><p></p><script type="module">${script}</script>`
    const { collections } = admin.app.local.asSystem()
    const person = await must(collections['people'], 'people').create({ name: 'Ada' })
    const post = await must(collections['posts'], 'posts').create({ title: 'Stored', person: person['id'] })
    const { id } = post
    const { page, problems } = await admin.openSignedIn(`/collections/posts/${id}?preview=true`)
    return { page, id, problems }
  }
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
  const connecting = (options: string) => `
    import { createPreview } from '/preview.js'
    const preview = createPreview({ of: 'posts', token: new URLSearchParams(location.search).get('preview') })
    const [heading, text] = [document.querySelector('h1'), document.querySelector('p')]
    preview.connect({ origin: '${admin.url}', ${options} })`

  it('get the requested document before it is saved, if they render in the browser', async () => {
    const { page, problems } = await openPost(
      connecting(`ask: { populate: { person: true } }, onDocument: (doc) => {
        heading.textContent = doc.title + ' by ' + doc.person.name + ' ' + doc.revision }`),
    )
    await page.route('**/api/collections/posts/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    const shown = page.frameLocator('iframe')
    await shown.getByText('Stored by Ada 1').waitFor()
    await title(page).fill('Typed')
    await shown.getByText('Typed by Ada 1').waitFor()
    expect(problems).toEqual([])
  })

  it('are notified of every save, if they render on a server', async () => {
    const { page, id } = await openPost(
      connecting('onChange: (change) => { text.textContent = JSON.stringify(change) }'),
    )
    await page.getByRole('button', { name: 'Click to edit' }).waitFor()
    await title(page).fill('Saved')
    const told = JSON.stringify({ collection: 'posts', id, revision: 2 })
    await page.frameLocator('iframe').getByText(told).waitFor()
  })

  it('get the next token before the first one expires', async () => {
    const { page } = await openPost('')
    await page.clock.install()
    other.page = other.page.replace(
      /<script.*/,
      `<script type="module">${connecting('onToken: (token) => (text.textContent = token)')}</script>`,
    )
    await page.reload()
    await page.getByRole('button', { name: 'Click to edit' }).waitFor()
    const shown = page.frameLocator('iframe')
    expect(await shown.locator('p').textContent()).toBe('')
    await page.clock.fastForward('14:10')
    await expect.poll(() => shown.locator('p').textContent()).not.toBe('')
    const token = await shown.locator('p').textContent()
    expect(page.frames().some((frame) => frame.url().includes(`preview=${token}`))).toBe(true)
  })

  it('get nothing from an admin app with another origin or nonce', async () => {
    for (const script of [
      connecting('').replace(admin.url, 'https://cms.example.com'),
      `location.hash = '#quire-preview=guessed'; ${connecting('')}`,
    ]) {
      const { page } = await openPost(`${script}; heading.textContent = 'ready'`)
      await page.frameLocator('iframe').getByText('ready').waitFor()
      expect(await page.getByRole('button', { name: 'Click to edit' }).count()).toBe(0)
    }
  })

  it('change and block nothing, whatever they send', async () => {
    const { page, id, problems } = await openPost(`
      const nonce = location.hash.split('=')[1]
      const heading = document.querySelector('h1')
      const open = () => {
        const { port1, port2 } = new MessageChannel()
        parent.postMessage('quire-preview:' + nonce, '${admin.url}', [port2])
        return port1
      }
      const id = new URLSearchParams(location.search).get('id')
      const mark = JSON.stringify({ type: 'open', at: 'posts:' + id + ':secret' })
      let port = open()
      let sent = 0
      setInterval(() => {
        for (let count = 0; count < 50; count += 1) {
          port.postMessage(mark)
          parent.postMessage('quire-preview:guess', '${admin.url}')
          parent.postMessage({ type: 'document', doc: { title: 'Hacked' } }, '${admin.url}')
          sent += 1
        }
        if (sent % 500 === 0) {
          port.postMessage('x'.repeat(5_000_000))
          parent.postMessage({ huge: 'x'.repeat(5_000_000) }, '${admin.url}')
          port = open()
        }
        heading.textContent = sent > 3000 ? 'flooded' : 'busy'
      }, 50)
      const frame = document.createElement('iframe')
      frame.srcdoc = '<script>setInterval(() => { top.postMessage("quire-preview:' + nonce + '", "*") }, 10)</' + 'script>'
      document.body.append(frame)`)
    await title(page).fill('Typed meanwhile')
    await page.frameLocator('iframe').getByText('flooded').waitFor()
    // The preview has lost its connection; the editor can go on and save.
    expect(await page.getByRole('button', { name: 'Click to edit' }).count()).toBe(0)
    await title(page).press('End')
    await title(page).pressSequentially(', and on')
    await page.locator('[data-field="title"] :focus').waitFor()
    expect(await title(page).inputValue()).toBe('Typed meanwhile, and on')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const posts = must(admin.app.local.asSystem().collections['posts'], 'posts')
    await expect.poll(async () => (await posts.findOne(id, { draft: true }))['title']).toBe('Typed meanwhile, and on')
    expect(problems).toEqual([])
  })
})
