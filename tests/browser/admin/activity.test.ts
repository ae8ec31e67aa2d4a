// @module-tag release
import { readFile } from 'node:fs/promises'
import { audit } from '@quirecms/audit'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, global, type RuleArguments, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite, EDITOR } from './admin-site.ts'
import { expectFitting, findBrowser } from './browser.ts'
import { addFacet } from './choose-field.ts'
import { Walk } from './walk.ts'

const found = findBrowser()

const isAdmin = ({ actor }: RuleArguments) => String(actor?.['roles']).includes('admin')

const config = defineConfig({
  database: sqlite(':memory:'),
  plugins: [audit({ access: isAdmin })],
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    notes: collection({
      trash: true,
      access: { update: isAdmin },
      fields: { title: f.text({ required: true }), summary: f.textarea() },
    }),
    secrets: collection({ access: { readVersions: isAdmin }, fields: { title: f.text({ required: true }) } }),
  },
  globals: { site: global({ fields: { motto: f.text() } }) },
})

describe.skipIf(found === null)('activity in the admin app', () => {
  let site: AdminSite
  let id: string
  let secret: string
  let zoe: string
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
    const { auth } = site.app.local.asSystem()
    const user = await must(auth['users'], 'the users').createUser({
      data: { email: 'zoe@example.com', name: 'Zoe', roles: ['admin'] },
      password: EDITOR.password,
    })
    const local = site.app.local.as({ ...user, collection: 'users' })
    zoe = user.id
    secret = (await local.collection('secrets').create({ title: 'A secret' })).id
    id = (await local.collection('notes').create({ title: 'A note', summary: 'Short' })).id
    await local.collection('notes').update(id, { title: 'A better note' })
    await local.global('site').update({ motto: 'Ink' })
    for (let at = 0; at < 55; at++) await local.collection('notes').create({ title: `Note ${at}` })
  }, 120_000)
  afterAll(() => site.close())

  const lines = (page: Page) => page.locator('main details')

  it('is listed with filters in the address, loads older entries on demand, and is exported as a file', async () => {
    const { page, problems } = await site.openSignedIn('/')
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await expect.poll(() => lines(page).count()).toBe(50)
    await lines(page).first().getByText('You').waitFor()
    await page.getByRole('button', { name: 'Show older activity' }).click()
    await expect.poll(() => lines(page).count()).toBeGreaterThan(55)
    expect(await page.getByRole('button', { name: 'Show older activity' }).count()).toBe(0)

    // What, about what, by whom, with what outcome.
    await addFacet(page, 'What', (form) => form.getByLabel('Value').selectOption('Changed'))
    await addFacet(page, 'About', (form) => form.getByLabel('Value').selectOption('Notes'))
    await expect.poll(() => lines(page).count()).toBe(1)
    const line = lines(page).first()
    await line.getByText('A better note').waitFor()
    await line.getByText('1 change').click()
    await line.getByRole('row', { name: 'Title A note A better note' }).waitFor()
    expect(new URL(page.url()).searchParams.get('kind')).toBe('changed')
    await page.reload()
    await expect.poll(() => lines(page).count()).toBe(1)

    await addFacet(page, 'Who', (form) => form.getByLabel('Value').fill('no such name'))
    await page.getByRole('heading', { name: 'No activity found' }).waitFor()
    await page.getByRole('button', { name: /^who contains/ }).click()
    await page.getByLabel('Value').fill('zo')
    await page.getByRole('button', { name: 'Apply' }).click()
    await line.getByText('1 change').click()
    await line.getByRole('cell', { name: 'A better note' }).waitFor()

    // The file holds what the filters leave.
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Spreadsheet (CSV)' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(download.suggestedFilename()).toBe('audit.csv')
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain('A better note')

    // All actions of one user, from an entry.
    await line.getByRole('link', { name: 'All activity by Zoe' }).click()
    await page.getByText('One person').waitFor()
    await addFacet(page, 'About', (form) => form.getByLabel('Value').selectOption('Site'))
    await expect.poll(() => lines(page).count()).toBe(1)
    await lines(page).getByText('Zoe').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => lines(page).count()).toBe(50)
    expect(new URL(page.url()).search).toBe('')

    // A day in the past, and one in the future.
    await addFacet(page, 'Until', (form) => form.getByLabel('Value').fill('1/1/2020'))
    await page.getByText('Nothing matches these filters.').waitFor()
    await page.setViewportSize({ width: 390, height: 820 })
    await page.getByRole('button', { name: /^Remove filter/ }).click()
    await expect.poll(() => lines(page).count()).toBe(50)
    await expectFitting(page)
    expect(problems).toEqual([])
  })

  it('is shown beside a document and for a user, without addresses for users who may not read the log', async () => {
    const { page, problems } = await site.openSignedIn(`/collections/notes/${id}`)
    const section = page.getByRole('region', { name: 'Activity' })
    await section.getByText('Changed · Zoe').waitFor()
    await section.getByText('Created · Zoe').waitFor()
    await section.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await expect.poll(() => lines(page).count()).toBe(2)
    await lines(page).getByText('1 change').click()
    await page.getByRole('row', { name: 'Title A note A better note' }).waitFor()

    const walk = new Walk(page)
    // Of a user: actions by the user, and changes of the account.
    await walk.follow(`${site.url}/admin/collections/users/${zoe}`)
    await section.getByText('Account created · The system').waitFor()
    await section.getByRole('link', { name: 'Activity' }).click()
    await expect.poll(() => lines(page).count()).toBe(50)
    await page.getByRole('link', { name: 'Their account' }).click()
    await expect.poll(() => lines(page).count()).toBe(1)
    await lines(page).getByText('Account created').waitFor()
    await walk.follow(`${site.url}/admin/globals/site/activity`)
    await lines(page).getByText('Changed').waitFor()

    // Users without the log see the history of a document, but no link to the log.
    const adam = await site.openAs('Adam', `/collections/notes/${id}/activity`, { role: 'author' })
    await expect.poll(() => lines(adam.page).count()).toBe(2)
    await lines(adam.page).getByText('1 change').click()
    await adam.page.getByRole('cell', { name: 'A better note' }).waitFor()
    expect(await adam.page.getByText('IP address').count()).toBe(0)
    expect(await adam.page.getByRole('link', { name: /All activity/ }).count()).toBe(0)
    // Versions that the user may not read are left out.
    const hisWalk = new Walk(adam.page)
    await hisWalk.follow(`${site.url}/admin/collections/secrets/${secret}`)
    await adam.page.getByRole('link', { name: 'Secrets' }).first().waitFor()
    await adam.page.locator('[data-field], textarea').first().waitFor()
    expect(await adam.page.getByRole('region', { name: 'Activity' }).count()).toBe(0)
    await hisWalk.follow(`${site.url}/admin/collections/secrets/${secret}/activity`)
    await adam.page.getByRole('heading', { name: 'You don’t have access to this' }).waitFor()
    expect(problems).toEqual([])
  })

  it('is not offered to users who may not read the log, and its URL reveals nothing', async () => {
    const { page } = await site.openAs('Adam', '/', { role: 'author' })
    await page.getByRole('link', { name: /^Notes/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Notes', exact: true }).waitFor()
    expect(await page.getByRole('option', { name: 'Activity' }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0)
    await page.goto(`${site.url}/admin/activity`)
    await page.getByRole('heading', { name: 'You don’t have access to this' }).waitFor()
    expect(await lines(page).count()).toBe(0)
  })
})

describe.skipIf(found === null)('activity in the admin app, with default options', () => {
  let site: AdminSite
  beforeAll(async () => {
    const byDefault = defineConfig({
      database: sqlite(':memory:'),
      plugins: [audit()],
      admin: { users: 'users' },
      collections: {
        users: collection({
          auth: true,
          fields: { name: f.text(), roles: f.text({ many: true }) },
          access: { read: () => true, manageKeys: isAdmin },
        }),
        notes: collection({ fields: { title: f.text() } }),
      },
    })
    site = await AdminSite.startOther(found ?? '', byDefault)
  }, 120_000)
  afterAll(() => site.close())

  it('shows only their own actions to users who may not manage keys, without an export', async () => {
    const { page, problems } = await site.openAs('Adam', '/', { role: 'author' })
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByText('What you did, and when.').waitFor()
    const lines = page.locator('main details')
    await lines.first().waitFor()
    expect(await lines.filter({ hasNotText: 'You' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
