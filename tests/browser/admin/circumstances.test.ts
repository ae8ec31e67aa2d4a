// @module-tag release
import { must } from '@quirecms/testkit'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection } from './browser.ts'
import { startExample } from './example-site.ts'

const browser = findBrowser()
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

describe.skipIf(browser === null)('adverse conditions', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await startExample(browser ?? '', () => ({
      localization: { locales: ['en', 'de', 'ar'], defaultLocale: 'en' },
    }))
  }, 120_000)
  afterAll(() => site.close())

  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const titled = async (title: string) => {
    const { docs } = await documents('posts').find({ where: { title: { equals: title } }, draft: true, limit: 1 })
    return must(docs[0], title)
  }
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()

  it('a network failure in the middle of a sentence loses no text', async () => {
    const { id } = await titled('The sound of a good sheet')
    const body = async () => JSON.stringify((await documents('posts').findOne(id, { draft: true }))['body'])
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    const text = page.locator('[data-field="body"]').getByRole('textbox')
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' It rattles like ')
    await page.context().setOffline(true)
    await page.keyboard.type('a sail')
    await page.getByText('The service can’t be reached. Your changes are kept on this device.').waitFor()
    await page.getByText('Offline. Kept on this device.').waitFor()
    await expectAccessible(page)
    await page.keyboard.type(' in the wind.')
    expect(await body()).not.toContain('wind')
    await page.context().setOffline(false)
    await saved(page)
    await page.getByText('The service can’t be reached').waitFor({ state: 'detached' })
    expect(await body()).toContain('It rattles like a sail in the wind.')

    // The request fails again, and the page is reloaded before the network is back.
    await page.route('**/api/**', (route) => route.abort())
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Listen.')
    await page.getByText('Offline. Kept on this device.').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText('The service can’t be reached. Check your connection.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/We recovered unsaved changes/).waitFor()
    expect(await body()).not.toContain('Listen.')
    await page.getByRole('button', { name: 'Keep them' }).click()
    await saved(page)
    expect(await body()).toContain('in the wind. Listen.')

    // Failed reads are repeated as soon as the network is back.
    await page.route('**/api/collections/tags?*', (route) => route.abort())
    await page.getByRole('link', { name: /^Tags/ }).click()
    const failed = page.getByText('The service can’t be reached. Check your connection.')
    await failed.waitFor()
    await page.unroute('**/api/collections/tags?*')
    for (const isOffline of [true, false]) await page.context().setOffline(isOffline)
    await failed.waitFor({ state: 'detached' })
    await page.getByRole('row').nth(1).waitFor()
    expect(problems).toEqual([])
  })

  it('a list that is refused because the session expired redirects to the sign-in, and back', async () => {
    const { page } = await site.openSignedIn('/collections/users')
    await page.getByRole('row').nth(1).waitFor()
    await page.context().clearCookies({ name: 'service_session' })
    await page.getByRole('searchbox').fill('Ines')
    await page.getByText('You’ve been signed out. Sign in again to continue.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/sign-in\?next=%2Fcollections%2Fusers/)
  })

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  async function signOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: EDITOR.name }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  }

  it('a tab notices a sign-out in another tab, keeps unsaved text, and continues after the next sign-in', async () => {
    const { page, problems } = await site.openSignedIn('/collections/posts/new')
    await titleOf(page).fill('Written in between')
    const other = await page.context().newPage()
    await other.goto(`${site.url}/admin/`)
    await signOut(other)
    const said = page.locator('main > [role=alert]').getByText('You’ve been signed out. Sign in again to continue.')
    const again = page.context().waitForEvent('page')
    await said.getByRole('link', { name: 'Sign in', exact: true }).click()
    const form = await again
    await signIn(form, EDITOR.email)
    await said.waitFor({ state: 'detached' })
    expect(await titleOf(page).inputValue()).toBe('Written in between')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/posts\/[0-9a-f-]{36}/)
    // A draft that a pause created just before the sign-out is not found without a session.
    expect(problems.filter((problem) => !problem.includes('404 (Not Found)'))).toEqual([])

    // Data of one user is not shown to the next one.
    const zoe = { name: 'Zoe Zuse', email: 'zoe@example.com', roles: ['admin'] }
    await site.app.local.asSystem().auth['users']?.createUser({ data: zoe, password: EDITOR.password })
    await signOut(form)
    await signIn(form, zoe.email)
    await page.getByRole('button', { name: zoe.name }).waitFor()
  })

  it('a screen whose code is missing after an update loads on retry', async () => {
    const { page } = await site.openSignedIn('/sign-in')
    await page.getByRole('heading').first().waitFor()
    const code = '**/assets/feature-trash*.js'
    await page.route(code, (route) => route.abort())
    await page.goto(`${site.url}/admin/trash`)
    await page.getByRole('alert').getByText('The service can’t be reached. Check your connection.').waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
  })

  it('a command palette or shortcut sheet whose code cannot be fetched says so, and changes nothing else', async () => {
    const { page } = await site.openSignedIn('/sign-in')
    await page.getByRole('heading').first().waitFor()
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    await page.route(/assets\/(command-palette|shortcuts-sheet).*\.js/, (route) => route.abort())
    const early = page.waitForEvent('requestfailed')
    await page.goto(`${site.url}/admin/collections/posts/new`)
    await titleOf(page).fill('On a train')
    await early
    await page.keyboard.press('Control+k')
    const unreachable = page.getByRole('heading', { name: 'The service can’t be reached. Check your connection.' })
    await unreachable.waitFor()
    await page.getByRole('button', { name: 'Save draft', exact: true }).focus()
    await page.keyboard.press('?')
    await unreachable.nth(1).waitFor()
    await titleOf(page).pressSequentially('!')
    expect(await titleOf(page).inputValue()).toBe('On a train!')
    expect(thrown).toEqual([])
  })

  it('unsaved text of a new document is restored after a reload', async () => {
    const { page } = await site.openSignedIn('/collections/posts/new')
    await titleOf(page).waitFor()
    // Before any typing: otherwise the first pause would create a draft.
    await page.context().setOffline(true)
    await titleOf(page).fill('Begun on a train')
    await page.getByRole('button', { name: 'Save draft', exact: true }).click()
    await page.getByText('Offline. Kept on this device.').waitFor()
    // Once online, it would be saved at once, possibly before the reload.
    await page.route('**/api/collections/posts*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await page.context().setOffline(false)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.getByText(/We recovered unsaved changes/).waitFor()
    expect(await titleOf(page).inputValue()).toBe('Begun on a train')
  })

  it('a phone suffices to sign in, search, edit and publish', async () => {
    const { id } = await titled('Sixty-six characters')
    const { page, problems } = await site.openSignedIn('/', PHONE)
    await page.getByRole('heading', { name: `Hello, ${EDITOR.name}` }).waitFor()
    await expectFitting(page)
    await page.getByRole('button', { name: 'Open navigation' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Navigation' })
    await expectAccessible(page)
    await sheet.getByRole('link', { name: /^Posts/ }).tap()
    await page.getByText(/^1–25 of/).waitFor()
    await page.getByRole('searchbox').fill('Sixty-six')
    await page.getByText('1–1 of 1').waitFor()
    await expectFitting(page)
    await page.getByRole('link', { name: /Sixty-six characters/ }).tap()
    await titleOf(page).fill('Sixty-seven characters')
    await page.getByText('Not saved yet').waitFor()
    await expectFitting(page)
    await page.getByRole('tab', { name: 'About this document' }).tap()
    await page.getByText('1 field differs from what readers see.').waitFor()
    await expectFitting(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish changes' }).tap()
    await page.getByText('This is what readers see.').waitFor()
    expect(await documents('posts').findOne(id, { draft: false })).toMatchObject({ title: 'Sixty-seven characters' })
    expect(problems).toEqual([])
  })

  it('the keyboard suffices from sign-in to a published post and back to the list', async () => {
    await site.openSignedIn('/') // creates the user who signs in
    const { page, problems } = await site.open('/')
    const { keyboard } = page
    // Toasts are dialogs too, but close by themselves.
    const popup = page.locator('[role="dialog"][data-open]')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await keyboard.type(EDITOR.email)
    await keyboard.press('Tab')
    await keyboard.type(EDITOR.password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: /Hello/ }).waitFor()

    // Past the navigation at once, and every stop can be seen.
    await page.locator('main a').first().waitFor()
    await keyboard.press('Tab')
    expect(await focusOf(page)).toEqual({ names: ['Skip to content'], isSeen: true })
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    expect(await focusOf(page)).toMatchObject({ isSeen: true })

    await keyboard.press('Control+k')
    await popup.getByRole('option', { name: 'New post' }).waitFor()
    await keyboard.type('new post')
    await keyboard.press('Enter')
    await page.waitForURL(/posts\/new/)
    await page.locator('textarea:focus').waitFor()
    await keyboard.type('Typed, not clicked')
    await tabTo(page, 'Author')
    await keyboard.type('Wen')
    await page.getByRole('option', { name: 'Wen Zhao' }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Control+s')
    await page.waitForURL(/posts\/[0-9a-f-]{36}/)
    const id = must(/posts\/([0-9a-f-]{36})/.exec(page.url())?.[1], 'the id')
    await saved(page)
    await tabTo(page, 'Body')
    await keyboard.type('- With ten fingers')
    await saved(page)
    await keyboard.press('Control+Shift+P')
    await page.getByText('This is what readers see.').waitFor()
    const live = await documents('posts').findOne(id, { draft: false })
    expect(live).toMatchObject({ title: 'Typed, not clicked' })
    expect(JSON.stringify(live['body'])).toContain('With ten fingers')

    // Escape closes menus and dialogs and restores the focus, once their animation is over.
    await tabTo(page, 'More actions')
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => focusOf(page)).toEqual({ names: ['More actions'], isSeen: true })
    await keyboard.press('Control+k')
    await popup.waitFor()
    await keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    await expect.poll(() => focusOf(page)).toEqual({ names: ['More actions'], isSeen: true })

    await keyboard.press('Control+k')
    await popup.getByRole('option', { name: 'Posts', exact: true }).waitFor()
    await keyboard.type('posts')
    await page.locator('[role="option"][data-highlighted]', { hasText: /^Posts$/ }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('row').nth(2).waitFor()
    for (const key of ['j', 'j', 'k', 'x', 'j', 'x']) await keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    for (const name of ['Add filter', 'Columns', 'Edit…']) {
      await tabTo(page, name)
      await keyboard.press('Enter')
      await popup.waitFor()
      await keyboard.press('Escape')
      await popup.waitFor({ state: 'detached' })
      await expect.poll(() => focusOf(page)).toEqual({ names: [name], isSeen: true })
    }
    await tabTo(page, 'Skip to content')
    await keyboard.press('Enter')
    await page.locator('#content:focus').waitFor()
    expect(page.url()).toMatch(/collections\/posts$/)
    await keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    await keyboard.press('k')
    await keyboard.press('Enter')
    await page.waitForURL(new RegExp(id))
    await titleOf(page).waitFor()
    expect(problems).toEqual([])
  })

  it('right to left: Arabic content has its direction, and the interface is mirrored if configured', async () => {
    const { id } = await titled('A queue for the printer')
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}?locale=ar`)
    const title = page.locator('textarea[lang="ar"]')
    await title.fill('طابور الطابعة')
    const body = page.locator('[data-field="body"]').getByRole('textbox')
    await body.click()
    await page.keyboard.type('ورق وحبر')
    await saved(page)
    expect(await documents('posts').findOne(id, { draft: true, locale: 'ar' })).toMatchObject({
      title: 'طابور الطابعة',
    })
    for (const input of [title, body]) expect(await directionOf(input)).toBe('rtl')
    const excerpt = page.locator('[data-field="excerpt"]')
    expect(await directionOf(excerpt)).toBe('ltr')
    await expectAccessible(page)
    await expectFitting(page)

    const sidebar = page.locator('aside').first()
    const sideOf = async () => ((await sidebar.boundingBox())?.x ?? 0) > 600
    expect(await sideOf()).toBe(false)
    await setDirection(page, 'rtl')
    expect(await sideOf()).toBe(true)
    await expectFitting(page)
    expect(problems).toEqual([])
  })
})

/** The text direction of an element. */
function directionOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const page = globalThis as never as { getComputedStyle: (element: unknown) => { direction: string } }
    return page.getComputedStyle(element).direction
  })
}

interface Focus {
  readonly names: readonly string[]
  readonly isSeen: boolean
}

/** The focused element, and whether the focus is visible. */
async function focusOf(page: Page): Promise<Focus> {
  return (await page.evaluate(FOCUS)) as Focus
}

const FOCUS = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const labels = [...(element.labels ?? [])].map((label) => label.firstChild.textContent)
  return {
    names: [element.getAttribute('aria-label') ?? element.innerText.trim(), ...labels],
    isSeen: element.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth !== '0px',
  }
})()`

/** Presses Tab until the element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < 120; stop += 1) {
    if ((await focusOf(page)).names.includes(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to “${name}”.`)
}
