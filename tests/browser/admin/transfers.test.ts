// @module-tag release
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'

const found = findBrowser()

/** Deletions wait for this. */
const world: { hold: Promise<void> | undefined } = { hold: undefined }

const config = defineConfig({
  database: sqlite(':memory:'),
  admin: { users: 'users' },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
    products: collection({
      fields: { sku: f.text({ required: true, unique: true }), title: f.text({ required: true }), price: f.number() },
      trash: true,
      hooks: { beforeDelete: [() => world.hold] },
    }),
  },
})

describe.skipIf(found === null)('imports and exports in the admin app', () => {
  let site: AdminSite
  const products = () => must(site.app.local.asSystem().collections['products'], 'the products')
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', config)
  })
  afterAll(() => site.close())

  it('check a file, report errors, and import the rest', async () => {
    await products().create({ sku: 'A', title: 'Lamp', price: 1 })
    const { page, problems } = await site.openSignedIn('/collections/products')
    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    // A wrong file says so, and makes room for another.
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 0, 255]) })
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('This file can’t be read. Choose a CSV, JSON or JSON Lines file.').waitFor()
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"sku": [') })
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText(/A JSON file must hold a list of objects/).waitFor()
    const table = 'sku,title,Cost\nA,Desk lamp,14\nB,Chair,much\nC,Table,3\n'
    await dialog
      .getByLabel('File')
      .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await dialog.getByLabel('Existing documents').selectOption('sku')
    await dialog.getByRole('button', { name: 'Check the file' }).click()
    await dialog.getByText('Row 1, column Cost').waitFor()
    // The column is for the price: checked again, one row is wrong.
    await dialog.getByLabel('Field for the column Cost').selectOption('price')
    await dialog.getByText('Row 3, column Cost').waitFor()
    await dialog.getByText('Must be a number such as 3.14.').waitFor()
    expect(await products().count()).toEqual({ count: 1 })
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click()
    await dialog.getByText('1 document created · 1 document changed · 1 row skipped').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Desk lamp').waitFor()
    expect(await products().find({ sort: 'sku' })).toMatchObject({
      docs: [{ price: 14 }, { title: 'Table', price: 3 }],
    })

    await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    const exporting = page.getByRole('dialog', { name: 'Export products' })
    await exporting.getByRole('button', { name: 'Export', exact: true }).click()
    await exporting.getByText('2 documents exported').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exporting.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^products-.*\.csv$/)
    expect(problems).toEqual([])
  })

  it('change more documents than one call in the background, and empty a full trash', async () => {
    for (let number = 0; number < 105; number += 1)
      await products().create({ sku: `N-${number}`, title: 'Many', price: number })
    const { page, problems } = await site.openSignedIn('/collections/products')
    const { count } = await products().count()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: `Select all ${count} that match` }).click()
    await page.getByText(`${count} selected`).waitFor()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    const dialog = page.getByRole('dialog', { name: `Change ${count} documents` })
    await expectAccessible(page)
    const begun: string[] = []
    page.on('request', (request) => request.url().endsWith('/bulk/start') && begun.push(request.url()))
    const { promise, resolve } = Promise.withResolvers<void>()
    world.hold = promise
    await dialog.getByRole('button', { name: 'Run in the background' }).dblclick()
    await dialog.getByText('You can close this window.').waitFor()
    expect(begun).toHaveLength(1)
    // After closing the dialog and the page, the user finds it above the list.
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const line = page.getByRole('listitem').filter({ hasText: 'Changing documents' })
    await line.waitFor()
    await page.reload()
    await line.getByRole('button', { name: 'Stop' }).waitFor()
    world.hold = undefined
    resolve()
    await page
      .getByRole('status')
      .filter({ hasText: `${count} documents changed` })
      .waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click()
    expect(await page.getByText(`${count} documents changed`).count()).toBe(0)
    expect(await products().count()).toEqual({ count: 0 })
    await page.goto(`${site.url}/admin/trash`)
    const empty = async () => {
      await page.getByRole('button', { name: 'Empty trash' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click()
    }
    await empty()
    // With documents that earlier tests have deleted.
    await page
      .getByRole('dialog')
      .getByText(/^\d+ changed/)
      .waitFor()
    expect((await products().find({ trash: true })).docs).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    for (let number = 0; number < 101; number += 1) await products().create({ sku: `M-${number}`, title: 'More' })
    await products().deleteMany({ where: {} })
    await page.reload()
    // Another user cancels it, and the user who started it is informed.
    const other = Promise.withResolvers<void>()
    world.hold = other.promise
    await empty()
    const { queue } = site.app.local.asSystem()
    await expect.poll(async () => (await queue.list({ status: 'running' })).docs).toHaveLength(1)
    await queue.cancel(must((await queue.list({ status: 'running' })).docs[0], 'a job').id)
    world.hold = undefined
    other.resolve()
    await page
      .getByRole('dialog')
      .getByText(/^Stopped · \d+ changed/)
      .waitFor()
    expect(problems).toEqual([])
  })
})
