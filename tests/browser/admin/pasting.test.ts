// @module-tag release
import { readFile } from 'node:fs/promises'
import { toHtml } from '@quirecms/sdk/rich-text'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { everyField } from './every-field.ts'

const browser = findBrowser()

const PICTURE = '<img src="https://example.com/hill.png" alt="A hill">'

/** Clipboard contents of programs, and the stored result. */
const SAMPLES: Readonly<Record<string, string>> = {
  word: [
    '<h1>Printing the web</h1>',
    '<p><strong>Bold</strong>, <em>slanted</em>, <u>underlined</u> and <em><strong>both</strong></em> with a <a href="https://example.com/paper">link</a>.</p>',
    '<h2>What to buy</h2>',
    '<ul><li><p>Paper, <strong>heavy</strong></p><ul><li><p>A4</p><p>Not the glossy kind.</p></li></ul></li><li><p>Thread</p></li></ul>',
    '<ol><li><p>Fold</p><ol type="a"><li><p>once</p></li></ol></li><li><p>Sew</p></li></ol>',
    '<p>And then:</p>',
    '<ol start="3"><li><p>Trim</p></li></ol>',
    '<table><tbody><tr><td><p>Sheets</p></td><td><p>8</p></td></tr></tbody></table>',
    '<p>H<sub>2</sub>O and 5 m<sup>2</sup></p>',
    '<blockquote><p>Folded once, read twice.</p></blockquote>',
  ].join(''),
  'word-comments':
    '<ul><li><p><strong>Falzen</strong></p></li><li><p>Heften</p></li></ul>' +
    '<ol start="3" type="i"><li><p>drittens</p></li><li><p>viertens</p></li></ol>',
  'word-in-a-browser':
    '<p><strong>Bold</strong> and plain</p><ul><li><p>Paper</p><ul><li><p>A4</p></li></ul></li></ul>' +
    '<ol><li><p>Fold</p></li><li><p>Sew</p></li></ol>',
  'google-docs': [
    '<h1>Printing the web</h1>',
    '<p><strong>Bold</strong>, <em>slanted</em>, <s>struck</s> and a <a href="https://example.com/paper">link</a></p>',
    '<p>H<sub>2</sub>O, m<sup><strong>2</strong></sup> and a <a href="https://example.com/source?a=1">source</a></p>',
    '<ul><li><p>Paper</p><ul><li><p>A4</p></li></ul></li></ul>',
    '<ol><li><p>Fold</p><ol><li><p>once</p></li></ol></li></ol>',
    '<img src="https://lh7.example.com/docs/hill.png" alt="A hill">',
  ].join(''),
  pages:
    '<p><strong>Bold</strong> and <em>slanted</em></p><ul><li><p>Paper</p><ul><li><p>A4</p></li></ul></li></ul>' +
    '<ol><li><p>Fold</p></li></ol>',
  outlook:
    '<p>Dear Ines,</p><ul><li><p>Paper</p><ul><li><p>A4</p></li></ul></li></ul>' +
    '<p><strong>Ines Albrecht</strong><br>Quire</p><p><a href="mailto:ines@example.com">ines@example.com</a></p>',
  'outlook-in-a-browser': '<p>Dear <strong>Ines</strong>,</p><ol><li><p>Fold</p></li><li><p>Sew</p></li></ol>',
  'web-page': [
    '<h2>Printing the web</h2>',
    '<p>A <strong>bold</strong> word, a <a href="https://example.com/paper?a=1&#38;b=2">link</a>, a trap and <code>code</code>.</p>',
    '<pre><code class="language-ts">const x = 1\n  y()</code></pre>',
    '<ul><li><p>One</p><ul><li><p>Inner</p></li></ul></li><li><p>Two</p></li></ul>',
    PICTURE,
    '<table><tbody><tr><th><p>Sheets</p></th></tr><tr><td><p>8</p></td></tr></tbody></table>',
  ].join(''),
}

describe.skipIf(browser === null)('content that is pasted into a text', () => {
  let site: AdminSite
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', everyField)
    ;({ page, problems } = await site.openSignedIn('/collections/works/new'))
  }, 120_000)
  afterAll(() => site.close())

  const works = () => must(site.app.local.asSystem().collections['works'], 'works')
  const media = () => must(site.app.local.asSystem().collections['media'], 'media')

  const open = async () => {
    const { id } = await works().create({ title: 'Pasted' })
    await page.goto(`${site.url}/admin/collections/works/${id}`)
    await body().waitFor()
    revision = 1
  }
  let revision = 0
  const body = () => page.locator('[data-field="body"]').getByRole('textbox')

  /** Dispatches a paste event, like a browser. */
  async function paste(html: string, files: readonly string[] = []): Promise<void> {
    await body().click()
    await page.evaluate(`{
      const transfer = new DataTransfer()
      transfer.setData('text/html', ${JSON.stringify(html)})
      for (const name of ${JSON.stringify(files)}) transfer.items.add(new File(['x'], name, { type: 'image/png' }))
      const options = { clipboardData: transfer, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', options))
    }`)
  }

  async function stored(): Promise<string> {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const id = must(/works\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    revision += 1
    await expect.poll(async () => (await works().findOne(id, {})).revision).toBe(revision)
    const { body: text } = await works().findOne(id, {})
    return toHtml(text as Parameters<typeof toHtml>[0])
  }

  // All into one document: loading it takes longer than pasting.
  it.each(Object.entries(SAMPLES))('keeps its structure from %s', async (name, expected) => {
    if (revision === 0) await open()
    await body().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const html = await readFile(new URL(`pasted/${name}.html`, import.meta.url), 'utf8')
    await paste(html)
    expect(plain(await stored())).toBe(expected)
    // Pasted images are uploaded and then appear in the text. Wait for that, so that none appears in the next text.
    if (html.includes('src="data:')) await body().locator('img[src^="/api/"]').waitFor()
    // Images of other sites are referenced, but not loaded here.
    expect(problems.filter((problem) => !problem.startsWith('Loading the image'))).toEqual([])
  })

  describe('in any case', () => {
    beforeEach(open)

    it('leaves out pictures on the user’s disk, and says so', async () => {
      await paste('<p>Text</p><p><img src="file:///C:/a.png"> <img src="cid:b"></p>')
      await page.getByText('2 pictures couldn’t be pasted').first().waitFor()
      expect(await stored()).toBe('<p>Text</p>')
    })

    it('ignores invisible pictures', async () => {
      await paste('<p>Text</p><img src="cid:count" width="1" height="1">')
      await body().getByText('Text').waitFor()
      expect(await page.getByText('couldn’t be pasted').count()).toBe(0)
    })

    it('stores its pictures, and keeps the text if that fails', async () => {
      const picture = /src="(data:[^"]+)"/.exec(
        await readFile(new URL('pasted/outlook-in-a-browser.html', import.meta.url), 'utf8'),
      )
      const [, source = ''] = must(picture, 'the picture')
      const { count: before } = await media().count({})
      await paste(`<p>First</p><p><img src="${source}"></p>`)
      await body().locator('img').waitFor()
      expect(await stored()).toMatch(/^<p>First<\/p>.*<img src="\/api\//)
      expect(await media().count({})).toEqual({ count: before + 1 })

      await paste('<p>Second</p><p><img src="data:image/png;base64,bm8gcGljdHVyZQ=="></p>')
      await page.getByText('couldn’t be uploaded').first().waitFor()
      await body().getByText('Second').waitFor()
    })

    it('inserts pictures where they were pasted, even if the editor types elsewhere in the meantime', async () => {
      const html = await readFile(new URL('pasted/outlook-in-a-browser.html', import.meta.url), 'utf8')
      const [, source = ''] = must(/src="(data:[^"]+)"/.exec(html), 'the picture')
      let send = () => {}
      const isSent = new Promise<void>((resolve) => (send = resolve))
      await page.route('**/api/collections/media', async (route) => {
        await isSent
        await route.continue()
      })
      await paste('<p>First</p>')
      await paste(`<p><img src="${source}"></p>`)
      await page.keyboard.press('Control+Home')
      await page.keyboard.type('Before all: ')
      send()
      await body().locator('img').waitFor()
      await page.keyboard.type('the ')
      expect(await stored()).toMatch(/^<p>Before all: the First<\/p>.*<img src="\/api\//)
      await page.unroute('**/api/collections/media')
    })

    it('ignores the picture of a copied text', async () => {
      await paste('<p>Only text</p>', ['text.png'])
      expect(await stored()).toBe('<p>Only text</p>')
    })

    it('keeps references of pictures of this application', async () => {
      const { docs } = await media().find({ limit: 1 })
      const { id, url } = must(docs[0], 'a picture')
      await paste(`<img src="${url as string}" data-relation-to="media" data-value="${id}" data-pm-slice="0 0 []">`)
      expect(await stored()).toMatch(/^<img src="\/api\//)
    })

    it('keeps references of links of this application, which need no URL', async () => {
      const { docs } = await media().find({ limit: 1 })
      const { id } = must(docs[0], 'a picture')
      await paste(`<p data-pm-slice="1 1 []"><a data-relation-to="media" data-value="${id}">there</a></p>`)
      await stored()
      const [work] = (await works().find({ sort: ['-updatedAt'], limit: 1 })).docs
      expect(JSON.stringify(work?.['body'])).toContain(`"relationTo":"media","value":"${id}"`)
    })
  })
})

/** Removes invisible spaces. */
function plain(html: string): string {
  return html.replaceAll(/[\s\u00a0]+(?=<\/p>)/g, '').replaceAll('\u00a0', ' ')
}
