// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, job, type RuleArguments, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectFitting, findBrowser } from './browser.ts'

const found = findBrowser()

const isEditor = ({ actor }: RuleArguments) => (actor?.['roles'] as string[] | undefined)?.includes('admin') === true
const own = (args: RuleArguments) => isEditor(args) || { owner: { equals: args.actor?.id ?? null } }

const LONG =
  'Everything that we found beneath the parking garage when the city dug a new tunnel for the number seven tram and never expected anything at all'

const config = defineConfig({
  database: sqlite(':memory:'),
  changes: true,
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  mailer: { send: async () => {} },
  admin: { users: 'users' },
  jobs: { tidy: job({ run: () => undefined, access: { queue: isEditor } }) },
  queue: { access: { read: isEditor } },
  collections: {
    users: collection({
      auth: { invitations: true },
      fields: { name: f.text(), roles: f.text({ many: true }) },
      access: { read: () => true, create: isEditor },
    }),
    notes: collection({
      versions: { drafts: { autosave: true } },
      fields: {
        title: f.text({ required: true, localized: true }),
        lead: f.textarea({ localized: true }),
        body: f.richText({ localized: true }),
        owner: f.relationship({ to: 'users', default: ({ actor }) => actor?.id ?? null }),
        answers: f.relationship({ to: 'feedback' }),
        follows: f.relationship({ to: 'notes' }),
      },
      access: { read: () => true, readDrafts: own, create: () => true, update: own, publish: isEditor },
    }),
    // A collection with a text only.
    feedback: collection({
      fields: { text: f.textarea({ required: true }), stars: f.number() },
      access: { read: () => true, create: isEditor, update: isEditor, delete: isEditor },
    }),
  },
})

// Code for the page is text: nothing of the page belongs into tests.
const CUT = `[...document.querySelectorAll('header [data-state] span, header button')]
  .filter((words) => words.offsetWidth > 0 && words.scrollWidth > words.clientWidth)
  .map((words) => words.textContent)`

describe.skipIf(found === null)('fast input', () => {
  let site: AdminSite
  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)
  const note = async (data: Record<string, string>) => (await documents('notes').create(data)).id
  const textOf = (page: Page) => page.locator('[data-field="body"]').getByRole('textbox')
  const saved = (page: Page) => page.locator('[data-state="clean"]', { hasText: /revision/ }).waitFor()

  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
  })
  afterAll(() => site.close())

  it('typed right after Ctrl+K is the address of the link, and Enter changes nothing else', async () => {
    const { page } = await site.openSignedIn(`/collections/notes/${await note({ title: 'Links' })}`)
    await textOf(page).click()
    await page.keyboard.type('Read more')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('https://example.com/more')
    await page.keyboard.press('Enter')
    await textOf(page).getByRole('link', { name: 'Read more' }).waitFor()
    expect(await textOf(page).innerHTML()).toBe('<p><a href="https://example.com/more">Read more</a></p>')
    await page.keyboard.press('End')
    await page.keyboard.type('.')
    await expect.poll(() => textOf(page).innerText()).toContain('Read more.')
  })

  it('typed right after F8 goes to the field that it leads to', async () => {
    const id = await note({ title: 'The lamp', lead: 'It burns.' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}?locale=de&beside=en`)
    await page.getByRole('button', { name: /Next untranslated/ }).waitFor()
    for (const text of ['Die Lampe', 'Sie brennt.']) {
      await page.keyboard.press('F8')
      await page.keyboard.type(text)
    }
    const stored = async () => {
      const { title, lead } = await documents('notes').findOne(id, { locale: 'de' })
      return { title, lead }
    }
    await expect.poll(stored).toEqual({ title: 'Die Lampe', lead: 'Sie brennt.' })
  })

  it('typed right after a field is chosen in a bulk edit is its value', async () => {
    const { id } = await documents('feedback').create({ text: 'Stars to come' })
    const { page } = await site.openSignedIn('/collections/feedback')
    await page
      .getByRole('row', { name: /Stars to come/ })
      .getByRole('checkbox')
      .click()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await page.getByRole('combobox', { name: 'Field to change' }).waitFor()
    await page.keyboard.type('stars')
    await page.getByRole('option', { name: /Stars/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-field="stars"]').waitFor()
    await page.keyboard.type('5')
    await page.getByRole('button', { name: 'Preview changes' }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(async () => (await documents('feedback').findOne(id))['stars']).toBe(5)
  })

  it('a double click on Publish with live documents in the selection publishes once, and shows no failure', async () => {
    const live = await note({ title: 'Live before' })
    const draft = await note({ title: 'Still a draft' })
    const drafts = documents('notes') as unknown as { readonly publish: (id: string) => Promise<unknown> }
    await drafts.publish(live)
    const { page } = await site.openSignedIn('/collections/notes')
    for (const name of [/Live before/, /Still a draft/]) {
      await page.getByRole('row', { name }).getByRole('checkbox').click()
    }
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/bulk')) asked.push(request.url())
    })
    const bar = page.getByRole('region', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Publish', exact: true }).dblclick()
    await page.getByText('1 published').waitFor()
    await page.getByText('1 already published').waitFor()
    expect(asked).toHaveLength(1)
    expect(await page.getByRole('dialog', { name: /changed/ }).count()).toBe(0)
    // Other tests count what every user sees.
    for (const id of [live, draft]) await documents('notes').delete(id)
  })

  it('a double click invites a user once, and shows no failure', async () => {
    const { page } = await site.openSignedIn('/collections/users')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/invite')) asked.push(request.url())
    })
    // Neither the second click, which is outside of the dialog, nor any other discards what is being typed.
    await page.getByRole('button', { name: 'Invite' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('Email address').fill('lena@example.com')
    await page.mouse.click(5, 5)
    await dialog.getByRole('button', { name: 'Send the invitation' }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('lena@example.com').first().waitFor()
    expect(asked).toHaveLength(1)
  })

  it('a user who leaves during a save is asked only until it finishes', async () => {
    const id = await note({ title: 'On the way' })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`)
    let store: () => void = () => undefined
    const mayBeStored = new Promise<void>((resolve) => (store = resolve))
    await page.route(`**/api/collections/notes/${id}?*`, async (route) => {
      if (route.request().method() === 'PATCH') await mayBeStored
      await route.continue()
    })
    await page.locator('[data-field="lead"] textarea').fill('Typed in a hurry.')
    await page.getByRole('link', { name: /^Users/ }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    store()
    await page.waitForURL(/collections\/users/)
    expect(await documents('notes').findOne(id, { draft: true })).toMatchObject({ lead: 'Typed in a hurry.' })
  })

  it('Back right after typing in a new document leaves it at once and stores it; staying gives it an address', async () => {
    const { page } = await site.openSignedIn('/collections/notes')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await page.locator('header').getByRole('link', { name: 'New note' }).dblclick()
    await title.fill('Typed, then back')
    await page.goBack()
    await page.waitForURL(/collections\/notes$/)
    await page.getByRole('row', { name: /Typed, then back/ }).waitFor()

    let store: () => void = () => undefined
    const mayBeStored = new Promise<void>((resolve) => (store = resolve))
    await page.route('**/api/collections/notes?*', async (route) => {
      if (route.request().method() === 'POST') await mayBeStored
      await route.continue()
    })
    await page.locator('header').getByRole('link', { name: 'New note' }).press('Enter')
    await title.fill('Typed, then stayed')
    await page.goBack()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    store()
    await page.waitForURL(/notes\/[0-9a-f-]{36}/)
    expect(await title.inputValue()).toBe('Typed, then stayed')
    await page.goBack()
    await page.waitForURL(/collections\/notes$/)
    const { docs } = await documents('notes').find({ where: { title: { starts_with: 'Typed' } }, draft: true })
    expect(docs).toHaveLength(2)
    // Other tests count what every user sees.
    for (const { id } of docs) await documents('notes').delete(id)
  })

  it('a user who may only read is offered no changes', async () => {
    await documents('feedback').create({ text: 'Only to be read' })
    const { page, problems } = await site.openAs('Ruth Reader', '/collections/feedback', { role: 'reader' })
    await page.getByRole('row', { name: /Only to be read/ }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Edit…' }).count()).toBe(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Jobs' }).count()).toBe(0)
    await page.goto(`${site.url}/admin/jobs`)
    await page.getByRole('heading', { name: 'You don’t have access to this' }).waitFor()
    expect(problems).toEqual([])
  })

  it('a user who sees only their own drafts is not told that another user saved them', async () => {
    const { page } = await site.openAs('Ann Author', '/collections/notes/new', { role: 'author' })
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('My own')
    await page.waitForURL(/notes\/[0-9a-f-]{36}/)
    await page.locator('[data-field="lead"] textarea').fill('Typed by me.')
    await saved(page)
    // Changes arrive in order: once a later one shows, the earlier ones have arrived.
    const ann = must((await documents('users').find({ where: { name: { equals: 'Ann Author' } } })).docs[0], 'Ann')
    await note({ title: 'Later', owner: ann.id })
    await page.getByRole('link', { name: /^Notes 2/ }).waitFor()
    expect(await page.getByText(/changed this/).count()).toBe(0)
  })

  it('text in a drawer is stored when it closes, or asked about if there is no autosave', async () => {
    const follows = await note({ title: 'Before' })
    const { id: answers } = await documents('feedback').create({ text: 'Too dark.' })
    const id = await note({ title: 'After', follows, answers })
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`)
    const drawer = page.getByRole('dialog', { name: 'Notes' })
    for (const [close, lead] of [
      [() => page.keyboard.press('Escape'), 'Typed, then Escape'],
      [() => page.goBack(), 'Typed, then back'],
    ] as const) {
      await page.getByRole('button', { name: 'Open Before' }).click()
      await drawer.getByRole('textbox', { name: 'Lead' }).fill(lead)
      await close()
      await drawer.waitFor({ state: 'detached' })
      expect(await documents('notes').findOne(follows, { draft: true })).toMatchObject({ lead })
    }

    const feedback = page.getByRole('dialog', { name: 'Feedback' })
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.getByRole('button', { name: 'Open Too dark.' }).click()
    await feedback.getByRole('textbox').first().fill('Still too dark.')
    await page.keyboard.press('Escape')
    await leaving.getByRole('button', { name: 'Stay' }).click()
    expect(await feedback.getByRole('textbox').first().inputValue()).toBe('Still too dark.')
    await page.keyboard.press('Escape')
    await leaving.getByRole('button', { name: 'Save and leave' }).click()
    await feedback.waitFor({ state: 'detached' })
    expect(await documents('feedback').findOne(answers)).toMatchObject({ text: 'Still too dark.' })
    expect(problems).toEqual([])
  })

  it('a link to a missing or hand-typed page of a list opens the list', async () => {
    const { page, problems } = await site.openSignedIn('/collections/users?page=7&sort=name&columns=name&q=')
    const row = page.getByRole('row', { name: /Ines Albrecht/ })
    await row.waitFor()
    await page.waitForURL((url) => !url.search.includes('page'))
    await page.goto(`${site.url}/admin/collections/users?page=many`)
    await row.waitFor()
    expect(problems).toEqual([])
  })

  it('a long title leaves space for the save state, at every width', async () => {
    const id = await note({ title: LONG })
    const { page } = await site.openSignedIn(`/collections/notes/${id}`)
    for (const width of [820, 1024, 1320]) {
      await page.setViewportSize({ width, height: 800 })
      const sign = page.locator('header [data-state="clean"]')
      await sign.waitFor()
      await expectFitting(page)
      const cut = await page.evaluate(CUT)
      expect(cut, `${width} pixels`).toEqual([])
    }
  })

  it('documents with only a longer text are labelled by it', async () => {
    await documents('feedback').create({ text: 'Too dark in room 4.\nThe labels are small.', stars: 3 })
    const { page } = await site.openSignedIn('/collections/feedback')
    await page.getByRole('link', { name: /Too dark in room 4/ }).click()
    // It is a textarea there.
    const text = page.locator('[data-field="text"] textarea')
    await text.fill('Much better now.')
    await text.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Thanks!')
    expect(await text.inputValue()).toBe('Much better now.\nThanks!')
    await page.getByRole('heading', { level: 1, name: /Much better now/ }).waitFor()
  })
})
