import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '@quirecms/testkit'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { startExample } from './example-site.ts'
import { Walk } from './walk.ts'

const browser = findBrowser()

// One service and one browser for all: starting them takes longer than most journeys.
describe.skipIf(browser === null)('screens beside lists and documents', () => {
  let site: AdminSite

  beforeAll(async () => {
    const extensions = ['broken-extension.js', 'rating-extension.ts'].map((name) => new URL(name, import.meta.url))
    site = await startExample(browser ?? '', () => ({ admin: { extensions } }))
  }, 120_000)
  afterAll(() => site.close())

  const documents = (slug: string) => must(site.app.local.asSystem().collections[slug], slug)

  it('the trash restores with an undo, deletes for good after a question, and can be emptied', {
    tags: ['release'],
  }, async () => {
    const { docs } = await documents('posts').find({ limit: 3, sort: 'id', select: { title: true } })
    for (const { id } of docs) await documents('posts').delete(id)
    const titles = docs.map(({ title }) => title as string)
    const [first = '', second = ''] = titles

    const { page, problems } = await site.openSignedIn('/trash')
    await page.getByRole('heading', { name: 'Trash' }).waitFor()
    await page.getByText(first).waitFor()

    await page.getByRole('button', { name: `Restore ${first}` }).click()
    await page.getByText(`“${first}” has been restored`).waitFor()
    await expect.poll(async () => (await documents('posts').count({ trash: true })).count).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: `Restore ${first}` }).waitFor()
    expect((await documents('posts').count({ trash: true })).count).toBe(3)

    await page.getByRole('button', { name: `Delete ${second} for good` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await documents('posts').count({ trash: true })).count).toBe(3)
    await page.getByRole('button', { name: `Delete ${second} for good` }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await expect.poll(async () => (await documents('posts').count({ trash: true })).count).toBe(2)

    await page.getByRole('button', { name: 'Empty trash' }).click()
    await dialog.getByText('2 documents in Posts').waitFor()
    await dialog.getByRole('button', { name: 'Empty trash' }).click()
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
    await expect.poll(async () => (await documents('posts').count({ trash: true })).count).toBe(0)
    expect(problems).toEqual([])
  })

  it('the trash has an address for each collection, and reports an unavailable service', {
    tags: ['release'],
  }, async () => {
    const { docs } = await documents('pages').find({ limit: 1, select: { title: true } })
    const { id, ...found } = must(docs[0], 'a page')
    const title = found['title'] as string
    await documents('pages').delete(id)
    const { page } = await site.openSignedIn('/trash?collection=pages')
    await page.getByText(title).waitFor()
    await page.route('**/api/collections/**', (route) => route.abort())
    await page.getByRole('button', { name: `Restore ${title}` }).click()
    await page.getByRole('alert').getByText('The service can’t be reached').waitFor()
    expect((await documents('pages').count({ trash: true })).count).toBe(1)
  })

  it('a page at an unknown address of the application explains why it is empty', {
    tags: ['release'],
  }, async () => {
    const { page } = await site.openSignedIn('/nowhere')
    await page.route('**/api/access', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'origin_not_allowed', status: 403, message: 'No.' } } }),
    )
    await page.goto(`${site.url}/admin/collections/posts`)
    await page.getByRole('alert').getByText('Open it at its public address.').waitFor()
    await expectAccessible(page)
  })

  it('the profile changes the user’s name, and shows it everywhere at once', { tags: ['release'] }, async () => {
    const { page, problems } = await site.openSignedIn('/profile/you')
    await page.getByLabel('Name').fill('Ines A. Albrecht')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Ines A. Albrecht' }).waitFor()
    await page.getByRole('button', { name: 'Ines A. Albrecht' }).waitFor()
    expect(problems).toEqual([])
  })

  it('API keys: creates one with scopes, shows the secret once, restricts, rotates and revokes it', {
    tags: ['release'],
  }, async () => {
    const { page, problems } = await site.openSignedIn('/profile/api-keys')
    await page.getByText('You have no keys yet.').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Website')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Permissions').selectOption('Read published content')
    await dialog.getByLabel('Permissions').selectOption('Choose…')
    // By keyboard: the change must be announced.
    await dialog.getByRole('checkbox', { name: 'Read: Tags' }).press('Space')
    await dialog.getByRole('checkbox', { name: 'Change: Tags' }).press('Space')
    expect(await dialog.getByRole('checkbox', { name: 'Read: Tags' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('checkbox', { name: 'Read: Users' }).isChecked()).toBe(false)
    await dialog.getByLabel('Allowed IP addresses').fill('nowhere')
    await page.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Must be an address or a range').waitFor()
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.0/8, ::1')
    await page.getByRole('button', { name: 'Create key' }).click()
    const secretShown = () => page.getByRole('textbox', { name: 'Your new key' }).inputValue()
    const secret = await secretShown()
    const status = async (path: string, key: string) =>
      (await fetch(`${site.url}/api/${path}`, { headers: { Authorization: `Bearer ${key}` } })).status
    expect([await status('collections/posts', secret), await status('collections/users', secret)]).toEqual([200, 403])

    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText('Website').waitFor()
    await page.getByText(/reads and writes · .*until .* · only from 127\.0\.0\.0\/8 and ::1/).waitFor()
    expect(await page.content()).not.toContain(secret)

    // Only existing scopes have a box: rights can only be removed.
    await page.getByRole('button', { name: 'Change Website' }).click()
    await dialog.getByText('Permissions can only be reduced.').waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Read: Users' }).count()).toBe(0)
    await dialog.getByRole('checkbox', { name: 'Read: Posts' }).press('Space')
    await dialog.getByLabel('Allowed IP addresses').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('This would give the key more permissions.').waitFor()
    await dialog.getByLabel('Allowed IP addresses').fill('127.0.0.1, ::1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/only from 127\.0\.0\.1 and ::1/).waitFor()
    expect([await status('collections/posts', secret), await status('collections/tags', secret)]).toEqual([403, 200])

    await page.getByRole('button', { name: 'Rotate Website' }).click()
    await dialog.getByLabel('The old secret').selectOption('Stops working now')
    await dialog.getByRole('button', { name: 'Rotate key' }).click()
    const another = await secretShown()
    expect([await status('collections/tags', secret), await status('collections/tags', another)]).toEqual([401, 200])
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('button', { name: 'Revoke Website' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('You have no keys yet.').waitFor()
    expect(await status('collections/tags', another)).toBe(401)
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  })

  it('service accounts: are created without a password, and get their first key', { tags: ['release'] }, async () => {
    const { page, problems } = await site.openSignedIn('/collections/users/new')
    await page.getByLabel('Kind').selectOption('Service account')
    await page.getByLabel('Name').fill('Importer')
    expect(await page.getByLabel('Email address').count()).toBe(0)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Importer was created.').waitFor()
    const keys = page.getByRole('region', { name: 'API keys' })
    await keys.getByRole('button', { name: 'Create the first key' }).click()
    expect(await page.getByLabel('Email address').count()).toBe(0)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const secret = await page.getByRole('textbox', { name: 'Your new key' }).inputValue()
    const posts = () => fetch(`${site.url}/api/collections/posts`, { headers: { Authorization: `Bearer ${secret}` } })
    expect((await posts()).status).toBe(200)
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await keys.getByRole('button', { name: 'Manage 1 key' }).click()
    await dialog.getByText('Nightly').waitFor()
    await dialog.getByRole('button', { name: 'Change Nightly' }).click()
    const changing = page.getByRole('dialog', { name: 'Change Nightly' })
    await changing.getByRole('textbox', { name: 'Name' }).fill('Every night')
    await changing.getByLabel('Valid for').selectOption('30 days')
    await changing.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Every night').waitFor()
    expect((await posts()).status).toBe(200)
    await dialog.getByRole('button', { name: 'Revoke Every night' }).click()
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('This account has no keys.').waitFor()
    expect((await posts()).status).toBe(401)
    expect(problems).toEqual([])
  })

  it('security: ends other sessions, and changes the password without signing out here', {
    tags: ['release'],
  }, async () => {
    const other = await site.openAs('Ada Byron', '/')
    await other.page.getByRole('heading', { name: /Hello/ }).waitFor()
    const { page, problems } = await site.openAs('Ada Byron', '/profile/security')
    await page.getByText('This browser').waitFor()
    await page
      .getByRole('button', { name: /^Sign out .+ on / })
      .first()
      .click()
    await page.getByText('Signed out').waitFor()

    await page.getByLabel('Current password').fill('something else')
    await page.getByLabel('New password').fill('another long secret')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Wrong current password.').waitFor()
    await page.getByLabel('Current password').fill(EDITOR.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed').waitFor()
    await page.reload()
    await page.getByText('This browser').waitFor()
    expect(await page.getByRole('button', { name: /^Sign out .+ on / }).count()).toBe(0)
    await other.page.reload()
    await other.page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(problems).toEqual([])
  })

  it('media: uploads several files after asking for their descriptions, and names a refused one', async () => {
    const { page, problems } = await site.openSignedIn('/collections/media')
    await page.getByRole('link', { name: /books.webp/ }).waitFor()
    const picture = await readFile(new URL('../../../examples/blog/demo/pictures/sheets.webp', import.meta.url))
    await page.getByLabel('Choose files…').setInputFiles([
      { name: 'one.webp', mimeType: 'image/webp', buffer: picture },
      { name: 'two.webp', mimeType: 'image/webp', buffer: Buffer.from('no picture at all') },
      { name: 'three.webp', mimeType: 'image/webp', buffer: picture },
    ])
    await page.getByRole('heading', { name: 'Describe 3 files' }).waitFor()
    await page.getByRole('button', { name: 'Skip three.webp' }).click()
    const start = page.getByRole('dialog').getByRole('button', { name: 'Upload' })
    await page.getByRole('group', { name: 'one.webp' }).getByRole('textbox').fill('A stack of sheets')
    expect(await start.isDisabled()).toBe(true)
    await page.getByRole('group', { name: 'two.webp' }).getByRole('textbox').fill('Nothing')
    await expectAccessible(page)
    await start.click()
    await page.getByText('1 uploaded, 1 failed').waitFor()
    await page
      .getByRole('link', { name: /one.webp/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel two.webp' }).click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    const { docs } = await documents('media').find({ where: { filename: { equals: 'one.webp' } } })
    expect(docs).toMatchObject([{ alt: 'A stack of sheets' }])
    expect((await documents('media').count()).count).toBe(22)
    expect(problems).toEqual([])
  })

  it('media: crops a picture by keyboard and by dragging, and replaces the file', { tags: ['release'] }, async () => {
    const { docs } = await documents('media').find({ where: { filename: { equals: 'books.webp' } } })
    const { id } = must(docs[0], 'a picture')
    const stored = async () => (await documents('media').findOne(id)) as Record<string, unknown>
    const { page, problems } = await site.openSignedIn(`/collections/media/${id}`)
    const point = page.getByRole('button', { name: /^Focal point/ })
    await point.focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('button', { name: 'Focal point: 40% from the left, 50% from the top' }).waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await expectAccessible(page)
    const corner = must(await page.getByRole('button', { name: /^Bottom right corner/ }).boundingBox(), 'a corner')
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
    await page.mouse.down()
    await page.mouse.move(corner.x - 100, corner.y - 60, { steps: 4 })
    await page.mouse.up()
    await page.getByText('not saved yet', { exact: true }).first().waitFor()
    // It is part of the document: undone like a field, and saved with the others.
    await page.getByRole('button', { name: 'Undo change of Crop' }).click()
    await page.getByRole('button', { name: 'Redo change of Crop' }).click()
    await page.getByRole('textbox', { name: 'Alt' }).fill('A shelf of books')
    await page.keyboard.press('Control+s')
    await expect.poll(async () => (await stored())['crop']).not.toBeNull()
    const after = await stored()
    expect(after).toMatchObject({ alt: 'A shelf of books' })
    expect(after).toMatchObject({ focalPoint: { x: 40, y: 50 }, crop: { x: 0, y: 0 } })
    const { width } = after['crop'] as { width: number }
    expect(width).toBeGreaterThan(50)
    expect(width).toBeLessThan(95)

    const other = await readFile(new URL('../../../examples/blog/demo/pictures/letters.webp', import.meta.url))
    await page.getByLabel('Replace file').setInputFiles({ name: 'abc.webp', mimeType: 'image/webp', buffer: other })
    await page.getByText('The file has been replaced').waitFor()
    expect(await stored()).toMatchObject({ filename: 'abc.webp', crop: null })
    expect(problems).toEqual([])
  })

  it('history: compares any two revisions, and restores one as a draft', { tags: ['release'] }, async () => {
    const { docs } = await documents('posts').find({ limit: 1, sort: '-id', select: { title: true } })
    const { id, ...found } = must(docs[0], 'a post')
    const title = found['title'] as string
    await documents('posts').update(id, { title: 'Second title' })
    await documents('posts').update(id, { title: 'Third title', excerpt: 'Short' })
    const { revision } = await documents('posts').findOne(id)
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}/history`)
    const field = (name: string) => page.getByRole('region', { name })
    await field('Title').getByText('Third title').waitFor()
    await field('Excerpt').getByText('Short').waitFor()

    // On narrow screens, the comparison follows the list.
    const wide = page.viewportSize()
    await page.setViewportSize({ width: 820, height: 1100 })
    const gap = `document.querySelector('main aside').previousElementSibling.firstElementChild.getBoundingClientRect().top - document.querySelector('main aside').getBoundingClientRect().bottom`
    await expect.poll(() => page.evaluate(gap)).toBeLessThan(60)
    if (wide) await page.setViewportSize(wide)

    await page.getByRole('radio', { name: `Compare from revision ${revision - 2}` }).click()
    await field('Title').getByText(title).waitFor()
    expect(page.url()).toContain(`from=${revision - 2}`)
    await page.goBack()
    // Texts are compared word by word.
    await field('Title').getByText('Second').first().waitFor()

    // The history of one field: lists and compares only its changes.
    await new Walk(page).follow(`${site.url}/admin/collections/posts/${id}`)
    await page.locator('[data-field="excerpt"]').hover()
    await page.getByRole('button', { name: 'History of this field: Excerpt' }).click()
    await field('Excerpt').getByText('Short').waitFor()
    expect(await field('Title').count()).toBe(0)
    await page.getByRole('button', { name: `${revision} · Title and Excerpt` }).waitFor()
    expect(await page.getByRole('button', { name: new RegExp(`${revision - 1} · Title`) }).count()).toBe(0)
    await page.getByLabel('Field').selectOption('All fields')
    await field('Title').getByText('Second').first().waitFor()

    await page.getByRole('radio', { name: `Compare with revision ${revision - 2}` }).click()
    await page.getByRole('button', { name: new RegExp(`The system.*${revision - 1} · Title`) }).click()
    // As if the model has changed since: names the field.
    const issues = [{ path: 'title', code: 'max_length', message: 'Must have at most 20 characters.' }]
    await page.route('**/restore/*', (route) =>
      route.fulfill({ status: 422, json: { error: { code: 'validation', status: 422, message: '', issues } } }),
    )
    await page.getByRole('button', { name: /^Restore revision .* as a draft$/ }).click()
    await page.getByText('Title: Use at most 20 characters').first().waitFor()
    await page.unroute('**/restore/*')
    await page.getByRole('button', { name: /^Restore revision .* as a draft$/ }).click()
    await page.getByText(`Revision ${revision - 1} has been restored`).waitFor()
    const restored = await documents('posts').findOne(id)
    expect([restored['title'], restored['excerpt'] === 'Short', restored.revision]).toEqual([
      'Second title',
      false,
      revision + 1,
    ])
    expect(problems).toEqual([])
  })

  it('schedule: schedules a publication and an unpublication, refuses the past, and cancels each', {
    tags: ['release'],
  }, async () => {
    const { docs } = await documents('posts').find({
      limit: 1,
      where: { _status: { equals: 'published' } },
    })
    const { id } = must(docs[0], 'a post')
    await documents('posts').update(id, { excerpt: 'To be published' })
    const { page, problems } = await site.openSignedIn(`/collections/posts/${id}`)
    const section = page.getByRole('region', { name: 'Schedule' })
    const dialog = page.getByRole('dialog')
    await section.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByLabel('When').fill('01/01/2020')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByText('Choose a time in the future.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Tomorrow, 9:00' }).click()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await section.getByRole('button', { name: /^Cancel: Publish / }).waitFor()
    // The bar says so, too, in the word of the lists.
    await page.getByText('Scheduled', { exact: true }).waitFor()
    await section.getByRole('button', { name: 'Schedule' }).click()
    await dialog.getByLabel('Action').selectOption('Unpublish')
    await dialog.getByLabel('When').fill('01/01/2099')
    await dialog.getByText('From then on, readers no longer see this.').waitFor()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await section.getByRole('button', { name: /^Cancel: Unpublish / }).waitFor()
    // In the order of the document.
    const shown = await section.getByRole('listitem').allInnerTexts()
    expect(shown.map((text) => text.split(' ', 1)[0])).toEqual(['Publish', 'Unpublish'])
    const { scheduled } = must(site.app.local.asSystem().collections['posts'], 'posts') as never as {
      scheduled: (id: string) => Promise<{ docs: { action: string; status: string }[] }>
    }
    const plans = async () => (await scheduled(id)).docs.map(({ action, status }) => [action, status])
    expect(await plans()).toEqual([
      ['unpublish', 'pending'],
      ['publish', 'pending'],
    ])
    await section.getByRole('button', { name: /^Cancel: Unpublish / }).click()
    await page.getByText('Schedule cancelled').waitFor()
    await section.getByRole('button', { name: /^Cancel: Publish / }).click()
    await page.getByText('Not scheduled').waitFor()
    expect(await plans()).toEqual([
      ['unpublish', 'cancelled'],
      ['publish', 'cancelled'],
    ])
    expect(problems).toEqual([])
  })

  it('schedule: names the fields for which an action failed', { tags: ['release'] }, async () => {
    const pages = must(site.app.local.asSystem().collections['pages'], 'pages') as never as {
      create: (data: object) => Promise<{ id: string }>
      schedule: (id: string, plan: object) => Promise<unknown>
      scheduled: (id: string) => Promise<{ docs: { status: string }[] }>
    }
    const { id } = await pages.create({})
    await pages.schedule(id, { runAt: new Date(Date.now() + 500).toISOString() })
    await expect.poll(async () => (await pages.scheduled(id)).docs[0]?.status).toBe('failed')
    const { page, problems } = await site.openSignedIn(`/collections/pages/${id}`)
    const failure = page.getByRole('region', { name: 'Schedule' }).getByRole('status')
    await failure.getByText(/^Couldn’t publish on/).waitFor()
    expect((await failure.getByRole('listitem').allInnerTexts()).join()).toContain('Title is required')
    await expectAccessible(page)
    expect(problems).toEqual([])
  })

  it('globals: are edited like documents', { tags: ['release'] }, async () => {
    const { page, problems } = await site.openSignedIn('/globals/settings')
    await page.getByLabel('Tagline').fill('Printed, then folded')
    await page.getByRole('button', { name: 'Save' }).click()
    const settings = must(site.app.local.asSystem().globals['settings'], 'settings')
    await expect.poll(async () => (await settings.get())['tagline']).toBe('Printed, then folded')
    expect(problems).toEqual([])
  })

  it('preview: shows the page with the last saved content, and closes completely', { tags: ['release'] }, async () => {
    const { docs } = await documents('posts').find({ limit: 1, sort: 'id' })
    const { id } = must(docs[0], 'a post')
    const asked: string[] = []
    const shop = createServer((request, response) => {
      asked.push(request.url ?? '')
      const token = new URL(request.url ?? '', 'http://x').searchParams.get('token') ?? ''
      void fetch(`${site.url}/api/preview/collections/posts/${id}`, { headers: { Authorization: `Bearer ${token}` } })
        .then((answer) => answer.json() as Promise<{ doc: { title: string } }>)
        .then(({ doc }) => response.setHeader('Content-Type', 'text/html').end(`<h1>${doc.title}</h1>`))
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void shop.close())
    const { port } = shop.address() as AddressInfo
    const { page, problems } = await site.openSignedIn('/')
    await page.getByRole('heading', { name: /Hello/ }).waitFor()
    // As if the application had configured its pages.
    await page.route('**/api/schema', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { manifest: { collections: Record<string, { admin?: object }> } }
      must(json.manifest.collections['posts'], 'posts').admin = {
        preview: `http://127.0.0.1:${port}/posts/{slug}?token={token}&locale={locale}`,
      }
      await route.fulfill({ response: answer, json })
    })
    await page.goto(`${site.url}/admin/collections/posts/${id}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading').waitFor()
    expect(page.url()).toContain('preview=true')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('As it will be')
    await page.keyboard.press('Control+s')
    await frame.getByRole('heading', { name: 'As it will be' }).waitFor()
    expect(asked.every((url) => /^\/posts\/[\w-]+\?token=qp_[\w-]+&locale=en$/.test(url))).toBe(true)
    await page.getByRole('button', { name: 'Phone' }).click()
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390)
    await page.getByRole('button', { name: 'Close preview' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('home: leads back to recent documents, and shows scheduled ones', { tags: ['release'] }, async () => {
    const { docs } = await documents('pages').find({ limit: 1, sort: '-id' })
    const { id } = must(docs[0], 'a page')
    await documents('pages').update(id, { title: 'A page for later' })
    await (documents('pages') as never as { schedule: (id: string, when: object) => Promise<unknown> }).schedule(id, {
      runAt: '2099-01-31T09:00:00Z',
    })
    const { page, problems } = await site.openSignedIn(`/collections/pages/${id}`)
    await page.getByRole('heading', { name: 'A page for later' }).waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    const part = (name: string) => page.getByRole('region', { name })
    await part('Pick up where you left off')
      .getByRole('link', { name: /A page for later/ })
      .waitFor()
    // No document is in two cards: it is listed as scheduled already.
    await part('Waiting to be published').getByRole('link').first().waitFor()
    expect(await part('Waiting to be published').getByText('A page for later').count()).toBe(0)
    await part('Scheduled')
      .getByRole('link', { name: /A page for later.*2099/ })
      .waitFor()
    await part('Recently published').getByRole('link').first().waitFor()
    expect(problems).toEqual([])
  })

  it('calendar: looks ahead, and moves scheduled actions to other days, by dragging and by keyboard', {
    tags: ['release'],
  }, async () => {
    const posts = documents('posts') as never as {
      create: (data: object) => Promise<{ id: string }>
      schedule: (id: string, plan: object) => Promise<unknown>
      scheduled: (id: string) => Promise<{ docs: { runAt: string; status: string }[] }>
    }
    const { id } = await posts.create({ title: 'For the second of March' })
    const { id: waiting } = await posts.create({ title: 'One that waits' })
    // At noon, so that it is the same day in every time zone.
    await posts.schedule(id, { runAt: '2098-03-02T12:00:00.000Z' })
    const pending = async (one: string) =>
      (await posts.scheduled(one)).docs.filter(({ status }) => status === 'pending').map(({ runAt }) => runAt)
    const { page, problems } = await site.openSignedIn('/calendar?month=2098-02')
    await page.getByRole('heading', { name: 'February 2098' }).waitFor()
    await page.getByRole('link', { name: 'Next month' }).click()
    await page.getByRole('heading', { name: 'March 2098' }).waitFor()
    const cell = (day: string) => page.locator('td', { has: page.locator(`time[datetime="${day}"]`) })
    const chip = (day: string, name: RegExp) => cell(day).getByRole('link', { name })
    const march = /For the second of March/
    await chip('2098-03-02', march).waitFor()

    const drag = async (from: Locator, day: string) => {
      // Waits until it no longer moves: other entries may still arrive above it.
      await from.hover()
      await page.mouse.down()
      const aimed = page.locator(`td[data-aimed]:has(time[datetime="${day}"])`)
      await expect
        .poll(async () => {
          const to = must(await cell(day).boundingBox(), day)
          await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 })
          return aimed.count()
        })
        .toBe(1)
      await page.mouse.up()
    }
    await drag(chip('2098-03-02', march), '2098-03-12')
    await chip('2098-03-12', march).waitFor()
    await expect.poll(() => pending(id)).toEqual(['2098-03-12T12:00:00.000Z'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await chip('2098-03-02', march).waitFor()
    await expect.poll(() => pending(id)).toEqual(['2098-03-02T12:00:00.000Z'])

    // A restored document is loaded and rendered again; wait until the focus stays.
    const stays = async () => {
      const drawn = must(await chip('2098-03-02', march).elementHandle(), 'the plan')
      await page.waitForTimeout(500)
      return drawn.evaluate((element) => (element as { isConnected: boolean }).isConnected)
    }
    await expect.poll(stays).toBe(true)
    await chip('2098-03-02', march).focus()
    const said = (day: string) =>
      page.getByText(`For the second of March: ${day}, 2098.`, { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await said('Mar 2')
    await page.keyboard.press('ArrowDown')
    await said('Mar 9')
    await page.keyboard.press('ArrowRight')
    await said('Mar 10')
    await page.keyboard.press('Space')
    await expect.poll(() => pending(id)).toEqual(['2098-03-10T12:00:00.000Z'])
    await chip('2098-03-10', march).waitFor()
    // The keyboard focus stays on the moved item.
    const focused = () => page.evaluate('document.activeElement?.textContent')
    await expect.poll(focused).toMatch(march)
    // Enter opens the entry, and does not pick it up.
    const aside = page.getByRole('complementary', { name: 'Waiting to be published' })
    const free = aside.getByRole('link', { name: 'One that waits' })
    await drag(free, '2098-03-20')
    await chip('2098-03-20', /One that waits/).waitFor()
    await expect.poll(() => free.count()).toBe(0)
    expect((await pending(waiting)).length).toBe(1)
    await chip('2098-03-10', march).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/collections/posts/${id}`))
    expect(problems).toEqual([])
  })

  it('users: creates a user who can sign in', { tags: ['release'] }, async () => {
    const { page, problems } = await site.openSignedIn('/collections/users/new')
    await page.getByLabel('Name').fill('Wen Zhao')
    await page.getByLabel('Email').fill('wen@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: 'Create' }).click()
    await page
      .getByText(/at least 8/i)
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Password' }).fill('')
    await page.getByRole('button', { name: 'Suggest one' }).click()
    const password = await page.getByRole('textbox', { name: 'Password' }).inputValue()
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Wen Zhao can sign in now').waitFor()
    const { users } = site.app.local.asSystem().auth
    const { user } = await must(users, 'users').login({ email: 'wen@example.com', password })
    expect(user).toMatchObject({ name: 'Wen Zhao' })
    await page.getByRole('button', { name: 'Unlock' }).click()
    await page.getByText('They can sign in again').waitFor()
    expect(problems).toEqual([])
  })

  it('extensions: add cards, screens, menu entries and inputs, and a broken one breaks nothing else', {
    tags: ['release'],
  }, async () => {
    const { page, problems } = await site.openSignedIn('/')
    await page
      .getByRole('region', { name: 'Totals' })
      .getByText(/^\d+ tags in all$/)
      .waitFor()
    await page.getByRole('link', { name: 'Ratings' }).click()
    await page.getByRole('heading', { name: 'Best rated' }).waitFor()
    expect(page.url()).toContain('/admin/views/ratings')
    await expectAccessible(page)
    await new Walk(page).follow(`${site.url}/admin/globals/settings`)
    await page.getByRole('button', { name: '2 of 3' }).click()
    await page.getByRole('group', { name: 'Rated 2' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const settings = must(site.app.local.asSystem().globals['settings'], 'settings')
    await expect.poll(async () => (await settings.get())['postsPerPage']).toBe(2)
    expect(problems).toEqual([])
  })
})
