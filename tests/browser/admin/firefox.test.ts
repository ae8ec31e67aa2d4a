// @module-tag release
import { readFile } from 'node:fs/promises'
import { must } from '@quirecms/testkit'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { closeBrowser, expectFitting } from './browser.ts'
import { startExample } from './example-site.ts'
import { findFirefox } from './firefox.ts'
import { Walk } from './walk.ts'

const browser = findFirefox()

/** Every journey of an editor's day once, in another browser engine. */
describe.skipIf(browser === null)(
  'an editor’s day in Firefox (to run it, install Firefox, or set QUIRE_FIREFOX)',
  () => {
    let site: AdminSite
    let page: Page
    let problems: string[]

    beforeAll(async () => {
      site = await startExample(browser ?? '')
      await site.openSignedIn('/')
      ;({ page, problems } = await site.open('/sign-in'))
    }, 180_000)
    afterAll(async () => {
      await site.close()
      await closeBrowser(browser ?? '')
    })

    const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
    const go = (path: string) => page.goto(`${site.url}/admin${path}`)
    const title = () => page.getByRole('textbox', { name: 'Title', exact: true })
    const body = () => page.locator('[data-field="body"]').getByRole('textbox')
    const saved = () => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()
    /** Key by key, like a user. */
    const write = async (input: Locator, text: string) => {
      await input.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }
    let id = ''

    it('signs in with the form', async () => {
      await write(page.getByLabel('Email address'), EDITOR.email)
      await write(page.getByLabel('Password'), 'not this one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
      await write(page.getByLabel('Password'), EDITOR.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Hello, ${EDITOR.name}` }).waitFor()
    })

    it('writes, pastes, saves twice and creates one document', async () => {
      const { count } = await documents('posts').count({ draft: true } as never)
      await go('/collections/posts/new')
      await write(title(), 'A page in another browser')
      await write(page.locator('[data-field="author"]').getByRole('combobox'), 'Wen')
      await page.getByRole('option', { name: 'Wen Zhao' }).click()
      await body().click()
      await page.keyboard.type('Plain and ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('bold')
      await page.keyboard.press('Control+b')
      await page.keyboard.press('Enter')
      await page.evaluate(PASTE)
      await body().getByText('Pasted').waitFor()
      await page.keyboard.press('Control+s')
      await page.keyboard.press('Control+s')
      await page.waitForURL(/posts\/[0-9a-f-]{36}/)
      id = must(/posts\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
      await saved()
      const stored = JSON.stringify((await documents('posts').findOne(id, { draft: true }))['body'])
      expect(stored).toMatch(/"bold"/)
      expect(stored).toContain('First point')
      expect(stored).toMatch(/"bulletList"|"bullet_list"/)
      expect(await documents('posts').count({ draft: true } as never)).toEqual({ count: count + 1 })
    })

    it('uploads a picture, and publishes', async () => {
      const buffer = await readFile(new URL('../../../examples/blog/demo/pictures/sheets.webp', import.meta.url))
      const cover = page.locator('[data-field="cover"]')
      await cover.locator('input[type=file]').setInputFiles({ name: 'fox.webp', mimeType: 'image/webp', buffer })
      const question = page.getByRole('dialog', { name: 'Describe the file' })
      await write(question.getByRole('textbox'), 'Sheets on a table')
      await question.getByRole('button', { name: 'Upload' }).click()
      await cover.getByRole('button', { name: 'Remove: fox.webp' }).waitFor()
      await saved()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.getByText('This is what readers see.').waitFor()
      expect(await documents('posts').findOne(id, { draft: false, populate: { cover: true } })).toMatchObject({
        title: 'A page in another browser',
        cover: { filename: 'fox.webp', alt: 'Sheets on a table' },
      })
    })

    it('translates, with the source beside it', async () => {
      await go(`/collections/posts/${id}?locale=de&beside=en`)
      await write(page.locator('textarea[lang="de"]'), 'Eine Seite im anderen Browser')
      await page.keyboard.press('Control+s')
      await saved()
      expect(await documents('posts').findOne(id, { draft: true, locale: 'de' })).toMatchObject({
        title: 'Eine Seite im anderen Browser',
      })
    })

    it('goes through a list by keyboard, and finds every element in its place', async () => {
      await go('/collections/posts?limit=100')
      await page.locator('tbody tr').nth(20).waitFor()
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor()
      await page.keyboard.press('Escape')
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 900)
      // The head stays below the bar.
      const top = `Math.round(document.querySelector('thead').getBoundingClientRect().top)`
      await expect.poll(() => page.evaluate(top)).toBe(52)
      await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
      await page.waitForURL(/sort=/)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await page.keyboard.type('another browser')
      await page
        .getByRole('option', { name: /A page in another browser/ })
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
    })

    it('fits a phone and right-to-left text', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const walk = new Walk(page)
      for (const path of [
        '/',
        '/collections/posts',
        `/collections/posts/${id}`,
        '/collections/media',
        '/profile/security',
      ]) {
        await walk.follow(`${site.url}/admin${path}`)
        await walk.heading()
        await page.evaluate(`document.documentElement.dir = 'ltr'`)
        await expectFitting(page)
        await page.evaluate(`document.documentElement.dir = 'rtl'`)
        await expectFitting(page)
      }
      expect(problems).toEqual([])
    })
  },
)

// Like a paste of another program. The code is a text: there is no `document` here.
const PASTE = `(() => {
  const data = new DataTransfer()
  data.setData('text/html', '<p><b>Pasted</b> text</p><ul><li>First point</li><li>Second point</li></ul>')
  data.setData('text/plain', 'Pasted text')
  // What an event of this kind is made with, it does not tell in every browser.
  const event = Object.defineProperty(new Event('paste', { bubbles: true, cancelable: true }), 'clipboardData', { value: data })
  document.querySelector('[data-field="body"] [contenteditable]').dispatchEvent(event)
})()`
