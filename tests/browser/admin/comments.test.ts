// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

const config = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({
      comments: true,
      versions: { drafts: true },
      fields: { title: f.text({ required: true }), summary: f.textarea() },
    }),
  },
})

describe.skipIf(found === null)('comments in the margin', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  const notes = () => site.app.local.asSystem().collection('notes')
  /** Another user, who comments through the API. */
  async function other(name: string) {
    const { users } = site.app.local.asSystem().auth
    const email = `${name.toLowerCase()}@example.com`
    const user = await must(users, 'users').createUser({
      data: { email, name, roles: ['admin'] },
      password: EDITOR.password,
    })
    const actor = { ...user, collection: 'users' }
    return { id: user.id, notes: site.app.local.as(actor).collection('notes') }
  }

  it('are written with a mention, answered, resolved, reopened, edited and deleted, by keyboard and on a field', async () => {
    const { id } = await notes().create({ title: 'A note' })
    const zoe = await other('Zoe')
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`)
    const section = page.getByRole('region', { name: 'Comments' })
    await section.getByText('No comments yet.').waitFor()

    // A comment on the document, with a mention from the list.
    await section.getByRole('button', { name: 'Add a comment' }).click()
    const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")')
    await expect.poll(focused).toBe('Add a comment')
    await page.keyboard.type('Please look, @zox')
    await section.getByText('No one who can read this has that name. Try another.').waitFor()
    await page.keyboard.press('Backspace')
    await page.getByRole('option', { name: 'Zoe' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('today')
    await page.keyboard.press('Control+Enter')
    await section.getByText('Please look, @Zoe today').waitFor()
    const { docs } = await notes().comments(id)
    expect(docs).toMatchObject([{ body: 'Please look, @Zoe today', field: null, mentions: [{ id: zoe.id }] }])

    // A comment on a field; the mark stays while it is open.
    const title = page.locator('[data-field="summary"]')
    await title.hover()
    // The first click scrolls to the box, and the second one doesn't take the focus from it.
    await title.getByRole('button', { name: 'Comment on Summary' }).dblclick()
    expect(await section.getByRole('combobox', { name: 'About' }).inputValue()).toBe('summary')
    await page.keyboard.type('Too short')
    await section.getByRole('button', { name: 'Comment', exact: true }).click()
    await section.getByText('Too short').waitFor()
    await title.getByRole('button', { name: '1 open comment on Summary' }).waitFor()
    await section.getByTitle('2 open threads').waitFor()

    // Comments of other users appear when the user returns to the page.
    const [first, second] = (await notes().comments(id)).docs
    await zoe.notes.comment(id, { body: 'On it', thread: must(first, 'the first').id })
    await page.reload()
    await section.getByText('On it').waitFor()
    await section.getByText('Zoe', { exact: true }).waitFor()

    // A reply; resolving and reopening the thread.
    const thread = section.getByRole('listitem').filter({ hasText: 'Please look' })
    await thread.getByRole('button', { name: 'Reply' }).click()
    await page.keyboard.type('Thank you')
    await thread.getByRole('button', { name: 'Reply' }).click()
    await thread.getByText('Thank you').waitFor()
    await thread.getByRole('button', { name: 'Resolve' }).click()
    await section.getByRole('button', { name: 'Show 1 resolved thread' }).click()
    await section.getByText(`Resolved by ${EDITOR.name}`).waitFor()
    await expectAccessible(page)
    await section.getByRole('button', { name: 'Reopen' }).click()
    await section.getByTitle('2 open threads').waitFor()

    // Editing and deleting the user's own comment.
    const own = section.getByRole('listitem').filter({ hasText: 'Too short' })
    await own.getByRole('button', { name: 'More actions for this comment' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await own.getByRole('textbox', { name: 'Edit' }).fill('Much too short')
    await own.getByRole('button', { name: 'Save' }).click()
    const edited = section.getByRole('listitem').filter({ hasText: 'Much too short' })
    await edited.getByText('(edited)').waitFor()
    await edited.getByRole('button', { name: 'More actions for this comment' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await edited.waitFor({ state: 'detached' })
    expect((await notes().comments(id)).docs.map((comment: { id: string }) => comment.id)).not.toContain(
      must(second, 'the second').id,
    )
    expect(problems).toEqual([])
  }, 120_000)

  it('are on the details tab on a phone, and can be written on a field there', async () => {
    const { id } = await notes().create({ title: 'On the way' })
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`, {
      viewport: { width: 390, height: 800 },
      hasTouch: true,
    })
    await page.getByRole('tab', { name: 'About this document' }).click()
    const section = page.getByRole('region', { name: 'Comments' })
    await section.getByRole('button', { name: 'Add a comment' }).click()
    await section.getByRole('combobox', { name: 'About' }).selectOption({ label: 'Title' })
    await section.getByRole('textbox', { name: 'Add a comment' }).fill('From the train')
    await section.getByRole('button', { name: 'Comment', exact: true }).click()
    await section.getByText('From the train').waitFor()
    expect((await notes().comments(id)).docs).toMatchObject([{ field: 'title' }])
    expect(problems).toEqual([])
  })
})
