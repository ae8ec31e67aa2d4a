// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'
import { Walk } from './walk.ts'

const found = findBrowser()

// Observed in the page at the moment when the message appears: the editor has only seconds to finish.
const READ_ONLY_WHEN_TAKEN = `new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    const alerts = [...document.querySelectorAll('[role=alert]')]
    if (!alerts.some((alert) => alert.textContent.includes('took over'))) return
    observer.disconnect()
    resolve(document.querySelector('[data-field="body"] textarea')?.readOnly ?? true)
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
})`
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const notebook = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({
      versions: { drafts: { autosave: true } },
      trash: true,
      fields: {
        title: f.text({ required: true }),
        slug: f.slug({ from: 'title', unique: true }),
        body: f.textarea(),
        points: f.array({ fields: { text: f.text({ required: true }), more: f.text() } }),
        source: f.text({ required: true, admin: { tab: 'Sources' } }),
        kind: f.select({ options: ['idea', 'plan'], required: true }),
      },
    }),
    // Readers see each change at once.
    signs: collection({ fields: { name: f.text({ required: true }) } }),
  },
})

describe.skipIf(found === null)('saving in a browser', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', notebook)
  })
  afterAll(() => site.close())

  const notes = () => must(site.app.local.asSystem().collections['notes'], 'the notes')
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const bodyOf = (page: Page) => page.getByRole('textbox', { name: 'Body' })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()
  const source = (page: Page) => page.locator('[data-field="source"]').getByRole('textbox')
  const count = async (title: string) =>
    (await notes().find({ where: { title: { equals: title } }, draft: true })).docs.length
  const open = async (data: Record<string, string>, name?: string) => {
    const { id } = await notes().create(data)
    const path = `/collections/notes/${id}`
    const opened = name === undefined ? await site.openSignedIn(path) : await site.openAs(name, path)
    await titleOf(opened.page).waitFor()
    return { ...opened, id }
  }
  /** Holds writes of notes until they are released. */
  const hold = async (page: Page) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route('**/api/collections/notes**', async (route) => {
      if (route.request().method() !== 'GET') await held
      await route.continue()
    })
    return letGo
  }

  it('saves a new document as a draft at the first pause, and does not interrupt typing', async () => {
    const { page, problems } = await site.openSignedIn('/collections/notes/new')
    await page.getByText('Saves automatically as a draft').waitFor()
    const letGo = await hold(page)
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/notes'))
    await titleOf(page).fill('Begun')
    await asked
    await page.keyboard.type(' and')
    letGo()
    await page.waitForURL(/notes\/[0-9a-f-]{36}/)
    await page.keyboard.type(' gone on')
    expect(await titleOf(page).inputValue()).toBe('Begun and gone on')
    await page.getByText('Draft', { exact: true }).waitFor()
    await saved(page)
    const { docs } = await notes().find({ where: { title: { equals: 'Begun and gone on' } }, draft: true })
    expect(docs).toMatchObject([{ _status: 'draft', slug: 'begun-and-gone-on' }])
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Notes/ })
      .click()
    await page.getByRole('link', { name: 'New note' }).click()
    await titleOf(page).waitFor()
    expect(await titleOf(page).inputValue()).toBe('')
    expect(problems).toEqual([])
  })

  it('creates one document, however often and fast Save and Publish are pressed', async () => {
    const { page } = await site.openSignedIn('/collections/notes/new')
    const letGo = await hold(page)
    await titleOf(page).fill('Pressed in a hurry')
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('Control+s')
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.press('Control+Shift+P')
    letGo()
    await page.getByRole('alert').getByText('Not published. Your draft is saved.').waitFor()
    await page.waitForURL(/notes\/[0-9a-f-]{36}/)
    expect(await count('Pressed in a hurry')).toBe(1)
  })

  it('shows the issues of a refused publication at every field, and removes them with their cause', async () => {
    const { page, problems } = await site.openSignedIn('/collections/notes/new')
    await titleOf(page).fill('Not ready')
    for (let row = 0; row < 5; row += 1) await page.getByRole('button', { name: /^Add/ }).last().click()
    const openRows = page.locator('[data-field="points"] [aria-expanded="true"]')
    for (let row = 4; row >= 0; row -= 1) await openRows.nth(row).click()
    await expect.poll(() => openRows.count()).toBe(0)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const summary = page.getByRole('alert')
    await summary.getByText('Not published. Your draft is saved.').waitFor()
    await page.locator('[data-state="attention"]', { hasText: 'Not published. Your draft is saved.' }).waitFor()
    await page.locator('[role=alert]:focus').waitFor()
    // All errors are visible: folded rows open, and hidden tabs show a count.
    await page.locator('[data-field="points.4.text"]').getByRole('textbox').waitFor()
    await page.getByRole('tab', { name: /Sources\s*1/ }).waitFor()
    await page
      .locator('[data-field="kind"]')
      .getByText(/required|missing|value/i)
      .last()
      .waitFor()
    await expectAccessible(page)
    await summary.getByRole('button', { name: /Source/ }).click()
    await page.locator(':focus').and(source(page)).fill('A book')
    await page.getByRole('tab', { name: /Sources\s*1/ }).waitFor({ state: 'detached' })
    expect(await summary.getByRole('button', { name: /Source/ }).count()).toBe(0)
    await summary.getByRole('button', { name: /Kind/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('opens the tab with an error if no visible field has one', async () => {
    const { page } = await open({ title: 'Behind a tab', kind: 'idea' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await source(page).fill('A book')
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('This is what readers see.').waitFor()
  })

  it('stays open if the rights cannot be read again after a save', async () => {
    const { page, id } = await open({ title: 'Stays', body: 'One.' })
    let failures = 0
    await page.route(/\/api\/access\//, (route) => {
      failures += 1
      return route.abort()
    })
    await bodyOf(page).fill('One. Two.')
    await expect.poll(() => failures).toBeGreaterThanOrEqual(3)
    await bodyOf(page).fill('One. Two. Three.')
    await saved(page)
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ body: 'One. Two. Three.' })
  })

  it('keeps text that is typed during a slow save, and does not treat the user as another', async () => {
    const { page, id } = await open({ title: 'Slowly', body: 'One.' })
    const letGo = await hold(page)
    const asked = page.waitForRequest((request) => request.method() === 'PATCH')
    await bodyOf(page).fill('One. Two.')
    await asked
    await bodyOf(page).fill('One. Two. Three.')
    // An autosave disables no button, so that it takes no click away.
    await page.getByRole('button', { name: 'Save draft', exact: true }).click()
    await page.keyboard.press('Control+s')
    letGo()
    await saved(page)
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ body: 'One. Two. Three.' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('offers recovered text, saves it once it is accepted, and never over changes of another user', async () => {
    const { page, id } = await open({ title: 'Left on a train', body: 'Theirs.' })
    await page.route('**/api/collections/notes/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await bodyOf(page).fill('Mine.')
    await page.getByText('Offline. Kept on this device.').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await notes().update(id, { body: 'Theirs, and newer.' })
    await page.unroute('**/api/collections/notes/**')
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes.push(request.url())
    })
    await page.reload()
    const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await dialog.getByText('Theirs, and newer.').waitFor()
    await dialog.getByText('Mine.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Your choice needed' }).click()
    await dialog.getByRole('radio', { name: 'Theirs' }).check()
    expect(writes).toEqual([])
    await dialog.getByRole('button', { name: 'Save my choices' }).click()
    await saved(page)
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ body: 'Theirs, and newer.', revision: 2 })
    await page.reload()
    await titleOf(page).waitFor()
    await saved(page)
  })

  it('lets an editor whose lock is taken over finish the word, keeps the text, and offers it when the document is free', async () => {
    const { page, id } = await open({ title: 'Taken', body: 'Start.' })
    await bodyOf(page).fill('Start. First')
    await saved(page)
    // The page polls the lock. It must find it taken while the editor types, not before.
    let look = () => {}
    const mayLook = new Promise<void>((resolve) => (look = resolve))
    await page.route('**/lock', async (route) => {
      if (route.request().method() === 'GET') await mayLook
      await route.continue()
    })
    const other = await site.openAs('Tomás Rivera', `/collections/notes/${id}`)
    await other.page.getByRole('button', { name: 'Take over' }).click()
    await bodyOf(other.page).fill('Start. Second')
    await saved(other.page)

    const isReadOnly = page.evaluate(READ_ONLY_WHEN_TAKEN)
    await bodyOf(page).fill('Start. First and a word')
    look()
    await page.getByRole('alert').getByText('Tomás Rivera took over editing.').waitFor()
    expect(await isReadOnly).toBe(false)
    // What was typed is still there, to read.
    await bodyOf(page).waitFor({ state: 'detached' })
    await page.locator('[data-field="body"]').getByText('Start. First and a word', { exact: true }).waitFor()
    // No action that the service would refuse.
    for (const name of ['Save draft', 'Publish'])
      expect(await page.getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
    await expectAccessible(page)

    // Leaving the page releases the lock at once.
    await other.page.goto('about:blank')
    const answer = () => page.request.get(`${site.url}/api/collections/notes/${id}/lock`)
    await expect.poll(async () => (await answer()).json()).toEqual({ lock: null })
    const dialog = page.getByRole('dialog', { name: /changed this while you were editing/ })
    await dialog.getByText('Start. Second').waitFor({ timeout: 45_000 })
    await dialog.getByRole('button', { name: 'Save my choices' }).click()
    await saved(page)
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ body: 'Start. First and a word' })
  }, 120_000)

  it('deletes and restores only the revision that was shown', async () => {
    const { page, id } = await open({ title: 'Looked at' })
    await notes().update(id, { title: 'Changed since' })
    const matches: (string | null)[] = []
    page.on('request', async (request) => {
      if (request.method() === 'DELETE' && request.url().endsWith(id))
        matches.push(await request.headerValue('if-match'))
      if (/\/restore(\/|-deleted)/.test(request.url())) matches.push(await request.headerValue('if-match'))
    })
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    }
    await remove()
    await page.getByRole('alert').getByText('Someone else changed this in the meantime.').waitFor()
    expect(await titleOf(page).inputValue()).toBe('Changed since')
    await remove()
    await page.waitForURL(/notes$/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await notes().count({ where: { id: { equals: id } }, draft: true })).count).toBe(1)

    await new Walk(page).follow(`${site.url}/admin/collections/notes/${id}/history?to=1`)
    const restore = page.getByRole('button', { name: /^Restore revision .* as a draft$/ })
    await restore.waitFor()
    await notes().update(id, { title: 'Changed once more' })
    await restore.click()
    await page.getByRole('heading', { name: 'Someone else changed this in the meantime.' }).waitFor()
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ title: 'Changed once more' })
    expect(matches).toEqual(['"1"', '"2"', '"3"', '"4"'])
  })

  it('shows the save state on a phone, too', async () => {
    const { id } = await notes().create({ title: 'A title that is far too long for the bar of any phone on earth' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`, PHONE)
    await page.getByText('Saved', { exact: true }).waitFor()
    await expectFitting(page)
    await page.route('**/api/**', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
    await titleOf(page).fill('On the way')
    await page.getByText('Offline', { exact: true }).waitFor()
    await expectFitting(page)
    await page.unroute('**/api/**')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'About this document' }).tap()
    await page.getByRole('button', { name: 'Publish' }).tap()
    await page.locator('[data-state="attention"]').getByText('Not published', { exact: true }).waitFor()
    // The summary is on the other tab, and is shown all the same.
    await page.getByRole('alert').getByRole('button', { name: /Kind/ }).tap()
    await page.locator('[data-field="kind"]').getByRole('combobox').waitFor()
    await expectFitting(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectFitting(page)
    // Nor is it truncated on a tablet.
    await page.setViewportSize({ width: 820, height: 1100 })
    const cut = `[...document.querySelectorAll('[data-state] span')].filter((one) => one.scrollWidth > one.clientWidth)`
    await expect.poll(() => page.evaluate(`${cut}.map((one) => one.textContent)`)).toEqual([])
  })
})
