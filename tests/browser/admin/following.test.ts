// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection } from './browser.ts'

const found = findBrowser()

const config = defineConfig({
  database: sqlite(':memory:'),
  changes: true,
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({
      trash: true,
      authors: true,
      // So that two users can edit the same field.
      locks: false,
      versions: { drafts: { autosave: true } },
      fields: {
        title: f.text({ required: true }),
        lead: f.textarea(),
        body: f.textarea(),
        related: f.relationship({ to: 'notes' }),
      },
    }),
  },
})

describe.skipIf(found === null)('live updates in the admin app', () => {
  let site: AdminSite
  let ben: Parameters<AdminSite['app']['local']['as']>[0]
  const notes = (by?: typeof ben) => (by ? site.app.local.as(by) : site.app.local.asSystem()).collection('notes')
  const note = async (title: string, data: object = {}) => (await notes().create({ title, ...data })).id as string
  const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
    const made = await must(site.app.local.asSystem().auth['users'], 'the users').createUser({
      data: { email: 'benbauer@example.com', name: 'Ben Bauer', roles: ['admin'] },
      password: EDITOR.password,
    })
    ben = { ...made, collection: 'users' }
  })
  afterAll(() => site.close())

  it('show users who have the same document open to each other, and in lists', async () => {
    const id = await note('Shared')
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    const { page: other } = await site.openAs('Ben Bauer', `/collections/notes/${id}`)
    await other
      .getByRole('list', { name: 'Also here' })
      .getByText(/^Ines Albrecht, here since/)
      .waitFor()
    await look(page)
    const here = page.getByRole('list', { name: 'Also here' })
    await here.getByText(/^Ben Bauer, here since/).waitFor()
    await here.getByText('BB', { exact: true }).waitFor()
    await shoot(page, 'presence-document')

    // The list shows both editors. When one of them leaves, it shows the other.
    const { page: list } = await site.openAs('Cleo Costa', '/collections/notes')
    await row(list, 'Shared')
      .getByText(/^Ines Albrecht/)
      .waitFor()
    await row(list, 'Shared')
      .getByText(/^Ben Bauer/)
      .waitFor()
    await shoot(list, 'presence-list')
    await other.getByRole('link', { name: 'Home' }).click()
    await other.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => look(page).then(() => here.count())).toBe(0)
    expect(problems).toEqual([])
  })

  it('refresh lists and counts with a mark, including the trash', async () => {
    const id = await note('Old title')
    const { page, problems } = await site.openSignedIn('/collections/notes')
    await row(page, 'Old title').waitFor()
    await page.mouse.move(700, 5)
    // Earlier changes are not reported to a page that begins to follow.
    let tries = 0
    const mark = async () => {
      tries += 1
      await notes(ben).update(id, { title: `New title ${tries}` })
      await row(page, `New title ${tries}`).waitFor()
      return row(page, `New title ${tries}`).getAttribute('data-news')
    }
    await expect.poll(mark).not.toBeNull()
    const before = await countOf(page)
    await notes(ben).create({ title: 'Brand new' })
    await row(page, 'Brand new').waitFor()
    await expect.poll(() => countOf(page)).toBe(before + 1)

    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await notes(ben).delete(id)
    await page.getByText(`New title ${tries}`).first().waitFor()
    expect(problems).toEqual([])
  })

  it('move no row while the user has rows selected', async () => {
    await note('Chosen one')
    const { page } = await site.openSignedIn('/collections/notes')
    await row(page, 'Chosen one').getByRole('checkbox').click()
    const titles = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    const before = await titles()
    await notes(ben).create({ title: 'Comes later' })
    const line = page.getByRole('status').filter({ hasText: '1 new' })
    await line.waitFor()
    expect(await titles()).toEqual(before)
    await expectAccessible(page)
    await shoot(page, 'following-list')
    await line.getByRole('button', { name: 'Show' }).click()
    await row(page, 'Comes later').waitFor()
    expect(await row(page, 'Chosen one').getByRole('checkbox').isChecked()).toBe(true)
  })

  it('update an untouched field, and keep what is typed in another', async () => {
    const id = await note('Together', { lead: 'First lead', body: 'First body' })
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`)
    await page.getByRole('textbox', { name: 'Lead' }).waitFor()
    await page.getByRole('textbox', { name: 'Lead' }).fill('My lead')
    await notes(ben).update(id, { body: 'Their body' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('Their body')
    expect(await page.getByRole('textbox', { name: 'Lead' }).inputValue()).toBe('My lead')
    await page.locator('[data-field="body"]').getByText('Ben Bauer changed this').waitFor()
    expect(await page.locator('[data-field="lead"]').getByText('changed this').count()).toBe(0)
    await expectAccessible(page)
    await shoot(page, 'following-field')
    await expect.poll(async () => (await notes().findOne(id, { draft: true })).lead).toBe('My lead')
    expect(await notes().findOne(id, { draft: true })).toMatchObject({ lead: 'My lead', body: 'Their body' })

    await notes(ben).publish(id)
    await page.getByText('Ben Bauer published this', { exact: true }).waitFor({ state: 'attached' })
    await page.getByText('Published', { exact: true }).first().waitFor()
    expect(problems).toEqual([])
  })

  it('show both versions of a field side by side on request', async () => {
    const id = await note('Contested', { body: 'First body' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`)
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    await page.route('**/api/collections/notes/**', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await page.getByRole('textbox', { name: 'Body' }).fill('My body')
    await notes(ben).update(id, { body: 'Their body' })
    const compare = page.getByRole('button', { name: 'Compare' })
    await compare.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('My body')
    await page.unroute('**/api/collections/notes/**')
    await compare.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Their body').waitFor()
    await dialog.getByText('My body').waitFor()
    await dialog.getByRole('button', { name: 'Save my choices' }).click()
    await expect.poll(async () => (await notes().findOne(id, { draft: true })).body).toBe('My body')
  })

  it('say who deleted an open document, keep unsaved text, and continue once it is restored', async () => {
    const id = await note('Taken away', { body: 'First body' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`)
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.waitFor()
    await page.route('**/api/collections/notes/**', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await body.fill('My body')
    await notes(ben).delete(id)
    const notice = page.getByRole('alert').filter({ hasText: 'Ben Bauer moved this to the trash' })
    await notice.getByText('it’s kept on this device').waitFor()
    await expect.poll(() => body.count()).toBe(0)
    await page.getByRole('group', { name: 'Body' }).getByText('My body').waitFor()
    expect(await page.getByText('you don’t have permission').count()).toBe(0)
    await expectAccessible(page)
    await shoot(page, 'following-trashed')
    await page.unroute('**/api/collections/notes/**')
    await notes(ben).restoreDeleted(id)
    await expect.poll(() => notice.count()).toBe(0)
    await expect.poll(async () => (await notes().findOne(id, { draft: true })).body).toBe('My body')

    // Moving to the trash does not ask about unsaved text: that is offered when the document is restored.
    await page.route('**/api/collections/notes/**', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await body.fill('My other body')
    await notes(ben).delete(id)
    await notice.getByRole('link', { name: 'Open the trash' }).click()
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
    await notes(ben).restoreDeleted(id)
    await page.goBack()
    await page.getByRole('dialog').getByText('My other body').waitFor()
    await page.keyboard.press('Escape')

    await notes(ben).delete(id)
    await notice.waitFor()
    await notes(ben).deletePermanent(id)
    const forGood = page.getByRole('alert').filter({ hasText: 'Ben Bauer deleted this' })
    await forGood.getByText('It can’t be restored.').waitFor()
    await forGood.getByRole('link', { name: 'Go to the list' }).waitFor()
  })

  it('update a drawer like a page', async () => {
    const related = await note('In the drawer', { lead: 'First lead', body: 'First body' })
    const id = await note('Around it', { related })
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}?drawer=notes/${related}`)
    const drawer = page.getByRole('dialog')
    const [lead, body] = ['Lead', 'Body'].map((name) => drawer.getByRole('textbox', { name }))
    await must(lead, 'the lead').fill('My lead')
    await notes(ben).update(related, { body: 'Their body' })
    await expect.poll(() => must(body, 'the body').inputValue()).toBe('Their body')
    await drawer.locator('[data-field="body"]').getByText('Ben Bauer changed this').waitFor()
    expect(await must(lead, 'the lead').inputValue()).toBe('My lead')
    const { page: other } = await site.openAs('Ben Bauer', `/collections/notes/${related}`)
    await other
      .getByRole('list', { name: 'Also here' })
      .getByText(/^Ines Albrecht/)
      .waitFor()
    await look(page)
    await drawer
      .getByRole('list', { name: 'Also here' })
      .getByText(/^Ben Bauer, here since/)
      .waitFor()
    await shoot(page, 'following-drawer')

    await page.route('**/api/collections/notes/**', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await must(body, 'the body').fill('My body')
    await notes(ben).update(related, { body: 'Theirs again' })
    await drawer.getByText(/changed this while you were editing/).waitFor()
    expect(await must(body, 'the body').inputValue()).toBe('My body')
    await page.unroute('**/api/collections/notes/**')
    await drawer.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog').last().getByText('Theirs again').waitFor()
    await page.getByRole('button', { name: 'Save my choices' }).click()
    await expect.poll(async () => (await notes().findOne(related, { draft: true })).body).toBe('My body')
    expect(problems).toEqual([])
  })

  it('say that a document is open in another tab of the same user, and let both edit', async () => {
    const id = await note('Twice', { body: 'First body' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`)
    const body = (of: Page) => of.getByRole('textbox', { name: 'Body' })
    await body(page).waitFor()
    expect(await page.getByRole('list', { name: 'Also here' }).count()).toBe(0)
    const second = await page.context().newPage()
    await second.goto(`${site.url}/admin/collections/notes/${id}`)
    const inOther = 'You also have this open in another tab'
    await second.getByRole('list', { name: 'Also here' }).getByText(inOther).waitFor({ state: 'attached' })
    await shoot(second, 'presence-own-tab')
    await body(second).fill('From the second')
    await expect.poll(() => body(page).inputValue()).toBe('From the second')
    // The user's own presence is not shown as another user's.
    await page.locator('[data-field="body"]').getByText('You changed this in another tab').waitFor()

    // Both tabs change the same field: the editor decides between two of their own texts.
    await page.route('**/api/collections/notes/**', async (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    )
    await body(page).fill('From the first')
    await body(second).fill('From the second again')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog', { name: 'You changed this in another tab' }).getByText('From the first').waitFor()
    await page.keyboard.press('Escape')
    // A user who closes one tab is still present in the other.
    await second.close()
    const { page: other } = await site.openAs('Ben Bauer', `/collections/notes/${id}`)
    await other
      .getByRole('list', { name: 'Also here' })
      .getByText(/^Ines Albrecht/)
      .waitFor()
    await expect.poll(async () => look(page).then(() => page.getByText(inOther).count())).toBe(0)
  })

  it('use one stream for all tabs of a browser, and fit a phone, also right to left', async () => {
    const id = await note('On a phone')
    const options = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
    const { page } = await site.openAs('Ben Bauer', `/collections/notes/${id}`, options)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    const second = await page.context().newPage()
    const asked: string[] = []
    second.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await second.goto(`${site.url}/admin/collections/notes`)
    await second.getByText('On a phone').waitFor()
    await notes().update(id, { title: 'On two tabs' })
    await second.getByText('On two tabs').waitFor()
    expect(asked.filter((path) => path.startsWith('/api/changes'))).toEqual([])
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('On two tabs')
    await second.close()
    await expectFitting(page)
    await setDirection(page, 'rtl')
    await expectFitting(page)
    await shoot(page, 'following-phone-rtl')
  })
})

/** Simulates that the user returns to the tab: presence is loaded again. */
async function look(page: Page): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
}

async function countOf(page: Page): Promise<number> {
  return Number(
    (
      await page
        .getByRole('link', { name: /^Notes/ })
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  )
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}
