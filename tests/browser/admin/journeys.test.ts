import { readFile } from 'node:fs/promises'
import { must } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { startExample } from './example-site.ts'

const browser = findBrowser()

// Without a browser there is nothing to look at: `QUIRE_BROWSER=/path/to/chromium npm test`.
describe.skipIf(browser === null)('journeys in a browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    // A collection that only admins may read, besides those of the example.
    const ledger = collection({
      label: 'Ledger',
      fields: { name: f.text() },
      access: { read: ({ actor }) => (actor?.['roles'] as string[] | undefined)?.includes('admin') === true },
    })
    site = await startExample(browser ?? '', ({ collections }) => ({ collections: { ...collections, ledger } }))
  }, 120_000)
  afterAll(() => site.close())

  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()

  it('no form is shown before the app knows which one, so that no input is lost', async () => {
    for (const path of ['/sign-in', '/first-user']) {
      const { page } = await site.open('/verify')
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route('**/bootstrap', async (route) => {
        await held
        await route.continue()
      })
      const asked = page.waitForRequest('**/bootstrap')
      await page.goto(`${site.url}/admin${path}`)
      await asked
      await page.getByRole('status').waitFor()
      expect(await page.getByRole('textbox').count(), path).toBe(0)
      answer()
      await page.getByRole('heading', { name: 'Create the first user' }).waitFor()
      await page.context().close()
    }
  })

  it('from the first start to a published article with a picture and a translation', async () => {
    const { page, problems } = await site.open('/')
    await page.getByRole('heading', { name: 'Create the first user' }).waitFor()
    const { page: late } = await site.open('/first-user')
    await late.getByRole('heading', { name: 'Create the first user' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name').fill(EDITOR.name)
    await page.getByLabel('Email address').fill(EDITOR.email)
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create and sign in' }).click()
    await page.getByText(/at least 8/i).waitFor()
    await page.getByLabel('Password').fill(EDITOR.password)
    // While `me` is slow, the new first user must not be redirected to the sign-in.
    await page.route('**/api/auth/me', async (route) => {
      await page.waitForTimeout(1000)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create and sign in' }).click()
    await page.getByRole('heading', { name: `Hello, ${EDITOR.name}` }).waitFor()
    await page.unroute('**/api/auth/me')
    await page.getByText('Recently changed').waitFor()

    // A second visitor with the same page open is redirected to the sign-in.
    await late.getByLabel('Name').fill('Otto Lind')
    await late.getByLabel('Email address').fill('otto@example.com')
    await late.getByLabel('Password').fill(EDITOR.password)
    await late.getByRole('button', { name: 'Create and sign in' }).click()
    await late.getByRole('heading', { name: 'Welcome back' }).waitFor()

    await page.getByRole('link', { name: /^Posts/ }).click()
    await page.getByText('1–25 of 30').waitFor()
    await page.getByRole('link', { name: /Printing the web/ }).waitFor()

    await page.getByRole('link', { name: 'New post' }).click()
    await titleOf(page).fill('Sewing on a kitchen table')
    await page.locator('[data-field="author"]').getByRole('combobox').fill('Wen')
    await page.getByRole('option', { name: 'Wen Zhao' }).click()
    const picture = await readFile(new URL('../../../examples/blog/demo/pictures/sheets.webp', import.meta.url))
    const cover = page.locator('[data-field="cover"]')
    await cover
      .locator('input[type=file]')
      .setInputFiles({ name: 'table.webp', mimeType: 'image/webp', buffer: picture })
    const question = page.getByRole('dialog', { name: 'Describe the file' })
    await question.getByRole('textbox').fill('Sheets on a table')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Upload' }).click()
    await cover.getByRole('button', { name: 'Remove: table.webp' }).waitFor()
    const body = page.locator('[data-field="body"]').getByRole('textbox')
    await body.click()
    await page.keyboard.type('You need thread, a needle and an evening.')
    // It is a draft since the first pause; an explicit save is possible, too.
    await page.keyboard.press('Control+s')
    await page.waitForURL(/posts\/[0-9a-f-]{36}/)
    const id = must(/posts\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')

    // A pasted picture is uploaded too, and appears in the text.
    await body.click()
    await page.keyboard.press('Control+End')
    await pasteFile(page, picture)
    await question.getByRole('textbox').fill('The finished book')
    await question.getByRole('button', { name: 'Upload' }).click()
    await body.getByRole('img', { name: 'The finished book' }).waitFor()
    await saved(page)

    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL(/locale=de/)
    await page.locator('textarea[lang="de"]').fill('Heften am Küchentisch')
    await page.locator('[data-field="body"]').getByRole('textbox').click()
    await page.keyboard.type('Faden, Nadel und ein Abend.')
    await saved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('This is what readers see.').waitFor()

    const live = (locale: string) => documents('posts').findOne(id, { draft: false, locale, populate: { cover: true } })
    expect(await live('en')).toMatchObject({
      title: 'Sewing on a kitchen table',
      slug: 'sewing-on-a-kitchen-table',
      cover: { filename: 'table.webp', alt: 'Sheets on a table' },
    })
    const english = JSON.stringify((await live('en'))['body'])
    expect(english).toContain('thread, a needle')
    expect(english).toMatch(/"image".*"relationTo":"media".*The finished book.*\/api\/uploads\/media\//)
    expect(await live('de')).toMatchObject({ title: 'Heften am Küchentisch' })
    expect(JSON.stringify((await live('de'))['body'])).toContain('Faden, Nadel')
    expect(problems).toEqual([])
  }, 180_000)

  it('an author sees, is offered and opens only what they have access to', async () => {
    const { page, problems } = await site.openAs('Noor Haddad', '/', { role: 'author' })
    const refused: string[] = []
    page.on('response', (answer) => {
      if ([401, 403, 405].includes(answer.status())) refused.push(`${answer.status()} ${answer.url()}`)
    })
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    await navigation.getByRole('link', { name: /^Posts/ }).waitFor()
    await page.getByText('Recently changed').waitFor()
    await navigation.getByRole('link', { name: /^Ledger/ }).waitFor({ state: 'detached' })

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or run a command' })
    await palette.getByRole('option', { name: 'New post' }).waitFor()
    for (const name of ['New tag', 'New page', 'New user', 'New ledger', 'Ledger'])
      expect([name, await palette.getByRole('option', { name, exact: true }).count()]).toEqual([name, 0])
    await page.keyboard.press('Escape')

    // The start page as a reader sees it: without actions.
    await navigation.getByRole('link', { name: /^Tags/ }).click()
    await page.getByRole('columnheader', { name: 'Name' }).waitFor()
    expect(await page.getByRole('link', { name: 'New tag' }).count()).toBe(0)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByText('You can read this, but you don’t have permission to change it.').waitFor()
    expect(await page.locator('[data-field] :is(input, textarea, select)').count()).toBe(0)
    await expectAccessible(page)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)

    // A draft of the author, without fields that only editors may set.
    await page.goto(`${site.url}/admin/collections/posts/new`)
    await titleOf(page).fill('A draft of mine')
    expect(await page.getByRole('button', { name: /Publish/ }).count()).toBe(0)
    await page.waitForURL(/posts\/[0-9a-f-]{36}/)
    await page.getByText('Readers can’t see this yet.').waitFor()
    expect(await page.getByRole('region', { name: 'Schedule' }).count()).toBe(0)
    // Read-only fields show a text instead of an input.
    await page.locator('[data-field="featured"]').getByText('No', { exact: true }).waitFor()
    expect(await page.locator('[data-field="featured"]').getByRole('checkbox').count()).toBe(0)
    await titleOf(page).fill('A better draft of mine')
    await saved(page)
    expect([...refused, ...problems]).toEqual([])

    // An address that another user has, and a right that is revoked meanwhile: both are explained, and no text is lost.
    await page.goto(`${site.url}/admin/collections/ledger`)
    await page.getByRole('alert').getByText('You don’t have permission to do this.').waitFor()
    await page.goBack()
    await titleOf(page).waitFor()
    const id = must(/posts\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    await documents('posts').update(id, { owner: null })
    await titleOf(page).fill('Typed after the right was gone')
    await page
      .getByRole('alert')
      .getByText(/aren’t allowed|may not have access/)
      .waitFor()
    expect(await titleOf(page).inputValue()).toBe('Typed after the right was gone')
  }, 120_000)
})

/** Simulates a picture on the clipboard, which tests can't write to. */
async function pasteFile(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.fromBase64('${bytes.toString('base64')}')
    clipboardData.items.add(new File([bytes], 'book.webp', { type: 'image/webp' }))
    const pasted = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(pasted)
  })()`)
}
