// @module-tag release
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archivePlugin } from '../../../examples/plugins/archive/src/index.ts'
import { duration } from '../../../examples/plugins/duration/src/index.ts'
import { notesPlugin } from '../../../examples/plugins/notes/src/index.ts'
import { stagesPlugin } from '../../../examples/plugins/stages/src/index.ts'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { Walk } from './walk.ts'

const browser = findBrowser()

const config = defineConfig({
  database: sqlite(':memory:'),
  plugins: [archivePlugin, notesPlugin, stagesPlugin],
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    films: collection({
      archive: true,
      notes: true,
      stages: ['writing', 'approved'],
      versions: { drafts: true },
      fields: { title: f.text({ required: true }), length: duration() },
    }),
    plain: collection({ fields: { title: f.text() } }),
  },
})

describe.skipIf(browser === null)('plugins in the admin app', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
  }, 120_000)
  afterAll(() => site.close())

  const films = () => site.app.local.asSystem().collection('films')

  it('add buttons, panels, inputs and cards where their options are set', async () => {
    const { id } = await films().create({ title: 'Stalker', length: 161 })
    const { page, problems } = await site.openSignedIn(`/collections/films/${id}`)

    // A panel with buttons: an operation that answers with the document, which the form continues with.
    const stages = page.getByRole('region', { name: 'Stage' })
    await stages.getByRole('button', { name: 'approved' }).click()
    await page.getByText('Moved to “approved”').waitFor()
    expect(await films().findOne(id)).toMatchObject({ stage: 'approved', revision: 2 })
    await expect.poll(() => stages.getByRole('button', { name: 'approved' }).isDisabled()).toBe(true)

    // A panel with records of its own.
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByText('No notes yet.').waitFor()
    await notes.getByRole('textbox', { name: 'New note' }).fill('Watch again')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByText('Watch again').waitFor()

    // An input of a field type.
    const length = page.getByRole('textbox', { name: 'Length' })
    expect(await length.inputValue()).toBe('2h 41m')
    await length.fill('1:30')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect.poll(async () => (await films().findOne(id))['length']).toBe(90)

    const walk = new Walk(page)
    await walk.follow(`${site.url}/admin/collections/films`)
    await page.getByRole('row').filter({ hasText: 'Stalker' }).getByText('writing').waitFor()
    await walk.follow(`${site.url}/admin/`)
    await page.getByRole('region', { name: 'Your notes' }).getByText('Watch again').waitFor()
    expect(problems).toEqual([])
  })

  it('add an entry to the menu of a document, and a screen', async () => {
    const { id } = await films().create({ title: 'Solaris' })
    const { page, problems } = await site.openSignedIn(`/collections/films/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await page.getByText('Archived', { exact: true }).waitFor()
    expect(await films().count({ archived: true })).toEqual({ count: 1 })
    await page.getByRole('link', { name: 'Archive', exact: true }).click()
    await page.getByRole('heading', { name: 'Archive', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Bring back' }).click()
    await page.getByText('Nothing in Films is archived.').waitFor()
    expect(await films().count({ archived: true })).toEqual({ count: 0 })
    // The form reads the document once more, which is in the archive by then.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  })

  it('add nothing if their options are not set', async () => {
    const { id } = await site.app.local.asSystem().collection('plain').create({ title: 'Plain' })
    const { page } = await site.openAs(EDITOR.name, `/collections/plain/${id}`)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    for (const name of ['Stage', 'Notes']) expect(await page.getByRole('region', { name }).count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('menuitem', { name: 'Archive' }).count()).toBe(0)
  })
})
