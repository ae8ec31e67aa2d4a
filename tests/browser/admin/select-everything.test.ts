// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { chooseField } from './choose-field.ts'
import { largeApplication } from './large-application.ts'

const browser = findBrowser()
const MANY = 230

describe.skipIf(browser === null)('all matches of a list', () => {
  let site: AdminSite
  const articles = () => must(site.app.local.asSystem().collections['articles'], 'articles')
  const people = () => must(site.app.local.asSystem().collections['people'], 'people')

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', largeApplication)
    for (let number = 0; number < MANY; number += 1) {
      await articles().create({ title: `Lamp ${number}`, body: 'light' })
      await people().create({ name: `Person ${String(number).padStart(3, '0')}` })
    }
    for (let number = 0; number < 5; number += 1) await articles().create({ title: `Chair ${number}`, body: 'wood' })
  }, 120_000)
  afterAll(() => site.close())

  /** Requests to a route of a collection. */
  function requestsTo(page: Page, path: string): object[] {
    const sent: object[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(path)) sent.push(request.postDataJSON() as object)
    })
    return sent
  }

  it('are changed by the query that found them, without deselected ones, and no list of ids is sent', async () => {
    const { page, problems } = await site.openSignedIn('/collections/articles?q=lamp')
    const started = requestsTo(page, '/bulk/start')
    await page.getByText(`of ${MANY}`, { exact: false }).first().waitFor()
    const rows = page.locator('tbody').getByRole('checkbox')
    await rows.first().click()
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).click()
    await page
      .getByRole('status')
      .filter({ hasText: `${MANY} selected` })
      .waitFor()
    await rows.nth(1).click()
    await page
      .getByRole('status')
      .filter({ hasText: `${MANY - 1} selected` })
      .waitFor()
    // On the next page, too.
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.poll(() => page.locator('tbody tr[aria-selected="true"]').count()).toBe(25)
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog')
    await chooseField(dialog, 'Field to change', 'Body')
    await dialog.getByRole('textbox').fill('changed')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText(`Up to ${MANY - 1} documents will change`).waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('dialog', { name: `Change ${MANY - 1} documents` }).waitFor()
    // The action starts only after confirmation.
    expect(started).toEqual([])
    await dialog.getByRole('button', { name: 'Run in the background' }).click()
    await dialog.getByText(`${MANY - 1} changed`).waitFor()
    expect(started).toEqual([
      {
        action: 'update',
        search: 'lamp',
        where: { and: [{ id: { not_in: [expect.any(String)] } }] },
        data: { body: 'changed' },
      },
    ])
    expect(await articles().count({ where: { body: { equals: 'changed' } } })).toEqual({ count: MANY - 1 })
    expect(await articles().count({ where: { body: { equals: 'wood' } } })).toEqual({ count: 5 })
    expect(problems).toEqual([])
  })

  it('show before a deletion which of them are used, with one request', async () => {
    const { works } = site.app.local.asSystem().collections
    const { docs } = await people().find({ where: { name: { equals: 'Person 229' } } })
    await must(works, 'works').create({ title: 'By another user', person: must(docs[0], 'person').id })
    const { page } = await site.openSignedIn('/collections/people')
    const asked = requestsTo(page, '/references')
    await page.getByText(`of ${MANY}`, { exact: false }).first().waitFor()
    await page.locator('tbody').getByRole('checkbox').first().click()
    await page.getByRole('button', { name: `Select all ${MANY} that match` }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete' })
    await dialog.getByText(`Delete ${MANY} documents?`, { exact: false }).waitFor()
    await dialog.getByText('One of these is used elsewhere.').waitFor()
    await dialog.getByText('Person 229').waitFor()
    expect(asked).toEqual([{ where: {} }])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    expect(await people().count()).toEqual({ count: MANY })

    // Documents that the user may not delete are named, and the others are offered.
    const guarded = await people().create({ name: 'Aaron, guarded' })
    await must(works, 'works').create({ title: 'Of Aaron', guarded: guarded['id'] })
    await people().create({ name: 'Abel' })
    await page.goto(`${site.url}/admin/collections/people?sort=["name"]&limit=10`)
    for (const name of ['Aaron, guarded', 'Abel'])
      await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('listitem').filter({ hasText: 'Aaron' }).getByText('It can’t be deleted.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete the other one' }).click()
    await expect.poll(() => people().count()).toEqual({ count: MANY + 1 })
    expect(await people().count({ where: { name: { equals: 'Abel' } } })).toEqual({ count: 0 })
  })

  it('report if that could not be checked', async () => {
    const { page } = await site.openSignedIn('/collections/people')
    await page.route('**/api/collections/people/references', (route) => route.abort())
    await page.locator('tbody').getByRole('checkbox').first().click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('alert').getByText('We couldn’t check where').waitFor()
  })
})
