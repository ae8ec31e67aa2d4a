// @module-tag release
import type { JsonObject } from '@quirecms/core'
import { must } from '@quirecms/testkit'
import { collection, defineConfig, f, type RuleArguments, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { chooseField } from './choose-field.ts'

const browser = findBrowser()
const isAdmin = ({ actor }: RuleArguments) => String(actor?.['roles']).includes('admin')
const staff = ({ actor }: RuleArguments) => actor !== null

const others = Object.fromEntries(
  Array.from({ length: 36 }, (_, index) => [`other${index}`, collection({ fields: { title: f.text() } })]),
)
const sixty = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, f.text()]))

/** A shop: 40 collections, groups in groups, sections three deep, a form of 60 fields, four languages. */
const config = defineConfig({
  database: sqlite(':memory:'),
  localization: { locales: ['en', 'de', 'fr', 'ar'], defaultLocale: 'en' },
  admin: { users: 'users', views: { share: isAdmin, roles: 'roles' } },
  collections: {
    users: collection({
      auth: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'author'], many: true }) },
      access: { read: staff },
    }),
    brands: collection({
      fields: { name: f.text(), city: f.text(), margin: f.number({ access: { read: isAdmin } }) },
      access: { read: staff },
    }),
    products: collection({
      fields: {
        name: f.text({ required: true, localized: true }),
        size: f.group({ fields: { height: f.number(), frame: f.group({ fields: { width: f.number() } }) } }),
        price: f.group({ fields: { net: f.number(), tax: f.select({ options: ['full', 'half'] }) } }),
        brand: f.relationship({ to: 'brands' }),
        variants: f.array({ fields: { color: f.text(), stock: f.number() } }),
        page: f.blocks({
          blocks: {
            columns: { fields: { left: f.blocks({ blocks: { card: { fields: { words: f.text() } } } }) } },
          },
        }),
        owner: f.text(),
        ...sixty,
      },
      access: {
        read: (rule) => isAdmin(rule) || { owner: { equals: rule.actor?.['name'] } },
        update: isAdmin,
      },
    }),
    ...others,
  },
})

describe.skipIf(browser === null)('lists and nested fields', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    const { brands, products } = site.app.local.asSystem().collections
    const brand = await must(brands, 'brands').create({ name: 'Loom', city: 'Ulm', margin: 3 })
    const made = (name: string, height: number, variants: JsonObject[], more: JsonObject = {}) =>
      must(products, 'products').create({
        name,
        size: { height, frame: { width: height / 2 } },
        price: { net: height * 2, tax: 'full' },
        variants,
        ...more,
      })
    await made(
      'Chair',
      90,
      [
        { color: 'red', stock: 1 },
        { color: 'blue', stock: 9 },
      ],
      { brand: brand.id, owner: 'Noor' },
    )
    await made('Stool', 45, [{ color: 'red', stock: 9 }])
    await made('Table', 75, [], {
      page: [{ blockType: 'columns', left: [{ blockType: 'card', words: 'Oak' }] }],
    })
  }, 120_000)
  afterAll(() => site?.close())

  it('are filtered by fields in groups, rows and other documents, found by label or name', async () => {
    const { page, problems } = await site.openSignedIn('/collections/products')
    await page.getByText('1–3 of 3').waitFor()
    // With the keyboard alone.
    await page.keyboard.press('f')
    const field = page.getByRole('combobox', { name: 'Field' })
    await field.waitFor()
    await field.fill('height')
    await page.getByRole('option', { name: 'Size › Height', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel('Condition').selectOption('greater_than')
    await page.getByLabel('Value').fill('60')
    await page.keyboard.press('Enter')
    await page.getByText('1–2 of 2').waitFor()
    expect(decodeURIComponent(page.url())).toContain('["size.height","greater_than",60]')

    // Two conditions on one row.
    await page.getByRole('button', { name: 'Add filter' }).click()
    await chooseField(page, 'Field', 'Variants')
    await page.getByLabel('Condition').first().selectOption('some')
    const row = page.getByRole('group', { name: 'Variants has a row where' })
    await chooseField(row, 'Field', 'Color')
    await row.getByLabel('Value').fill('red')
    await row.getByRole('button', { name: 'And…' }).click()
    await chooseField(row, 'Field', 'Stock')
    await row.getByLabel('Condition').last().selectOption('less_than')
    await row.getByLabel('Value').last().fill('5')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: /variants has a row where .*red.* and .*5/ }).waitFor()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'Chair' }).waitFor()

    // Filters go with Delete, all of them with one button.
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('1–3 of 3').waitFor()

    // By the name of the path, three sections deep, and behind a relation.
    for (const [typed, label, value, left] of [
      ['page.columns.left.card.words', 'Page › Columns › Left › Card › Words', 'Oak', 'Table'],
      ['brand.city', 'Brand › City', 'Ulm', 'Chair'],
    ] as const) {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add filter' }).click()
      await chooseField(page, 'Field', label, typed)
      await page.getByLabel('Value').fill(value)
      await page.keyboard.press('Enter')
      await page.getByText('1–1 of 1').waitFor()
      await page.getByRole('link', { name: left }).waitFor()
      await page.getByRole('button', { name: /is / }).first().press('Delete')
      await page.getByText('1–3 of 3').waitFor()
    }
    expect(problems).toEqual([])
  })

  it('have columns for all fields, sort by them, and keep widths and rows per page', async () => {
    const { page, problems } = await site.openSignedIn('/collections/products')
    await page.getByRole('button', { name: 'Columns' }).click()
    const chooser = page.getByRole('group', { name: 'Columns' })
    for (const [typed, label] of [
      ['width', 'Size › Frame › Width'],
      ['variants.color', 'Variants › Color'],
      ['brand name', 'Brand › Name'],
    ] as const) {
      await chooser.getByRole('searchbox').fill(typed)
      await chooser.getByRole('searchbox').press('ArrowDown')
      await chooser.getByRole('checkbox', { name: label, exact: true }).press('Space')
      await page.getByRole('columnheader', { name: label }).waitFor()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'red, blue' }).waitFor()
    await page.getByRole('cell', { name: 'Loom' }).first().waitFor()
    await page.getByRole('columnheader', { name: 'Size › Frame › Width' }).getByRole('button').click()
    await page.waitForURL(/sort=/)
    const titles = () => page.locator('tbody td:nth-child(2) a').allInnerTexts()
    await expect.poll(titles).toEqual(['Stool', 'Table', 'Chair'])

    // By what no column shows.
    await page.getByRole('button', { name: /^Sorted by/ }).click()
    await chooseField(page, 'Then by', 'Price › Net')
    await page.getByRole('button', { name: 'Remove: Size › Frame › Width' }).click()
    await page.getByRole('button', { name: 'Ascending' }).click()
    await expect.poll(titles).toEqual(['Chair', 'Table', 'Stool'])
    await page.keyboard.press('Escape')

    const edge = page.getByRole('separator', { name: 'Width of Variants › Color' })
    const width = async () =>
      (await page.getByRole('columnheader', { name: 'Variants › Color' }).boundingBox())?.width ?? 0
    const before = await width()
    await edge.focus()
    for (let index = 0; index < 3; index += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBeGreaterThan(before + 30)
    const after = await width()
    const again = await site.openSignedIn('/collections/products')
    await again.page.getByRole('columnheader', { name: 'Variants › Color' }).waitFor()
    const box = await again.page.getByRole('columnheader', { name: 'Variants › Color' }).boundingBox()
    expect(Math.round(box?.width ?? 0)).toBe(Math.round(after))
    expect(problems).toEqual([])
  })

  it('edit fields in groups without changing others', async () => {
    const products = must(site.app.local.asSystem().collections['products'], 'the products')
    const { page, problems } = await site.openSignedIn('/collections/products')
    await page.getByRole('checkbox', { name: 'Select Stool' }).click()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 1 document' })
    await chooseField(dialog, 'Field to change', 'Price › Tax', 'tax')
    await dialog.getByRole('combobox', { name: /Tax/ }).last().selectOption('half')
    await dialog.getByRole('button', { name: 'Preview changes' }).click()
    await dialog.getByText('1 document will change').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 changed').waitFor()
    const { docs } = await products.find({ where: { 'price.tax': { equals: 'half' } } })
    expect(docs).toEqual([expect.objectContaining({ name: 'Stool', price: { net: 90, tax: 'half' } })])
    expect(problems).toEqual([])
  })

  it('find a field by text typed right after the filter opens', async () => {
    const { page } = await site.openSignedIn('/collections/products')
    await page.getByRole('button', { name: 'Add filter' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox')
    await page.keyboard.type('height')
    await page.getByRole('option', { name: 'Size › Height', exact: true }).waitFor()
  })

  it('offer an author only readable fields, and mark a filter that they may not use', async () => {
    const { page } = await site.openAs('Noor', '/collections/products', { role: 'author' })
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Field' }).fill('brand')
    await page.getByRole('option', { name: 'Brand › City', exact: true }).waitFor()
    expect(await page.getByRole('option', { name: 'Brand › Margin', exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    const filter = encodeURIComponent(JSON.stringify([[['brand.margin', 'equals', 3]]]))
    await page.goto(`${site.url}/admin/collections/products?filter=${filter}`)
    await page.getByText('A filter can’t be used').waitFor()
    await page.getByText('brand.margin').first().waitFor()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByText('1–1 of 1').waitFor()
  })

  it('have views that users with the right share with a role', async () => {
    const { page, problems } = await site.openSignedIn(
      `/collections/products?filter=${encodeURIComponent(JSON.stringify([[['size.height', 'greater_than', 60]]]))}`,
    )
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name of this view').fill('Tall')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Share Tall…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share “Tall”' })
    await dialog.getByLabel('Who can use it').selectOption('Only these roles')
    expect(await dialog.getByRole('button', { name: 'Share', exact: true }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Author' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByText('View shared').waitFor()
    // It is one view, and not two.
    await expect.poll(() => page.getByRole('button', { name: 'Tall', exact: true }).count()).toBe(1)

    const { page: authors } = await site.openAs('Noor', '/collections/products', { role: 'author' })
    await authors.getByRole('button', { name: 'Tall', exact: true }).click()
    await authors.getByRole('button', { name: /size › Height is more than 60/i }).waitFor()
    await authors.getByText('1–1 of 1').waitFor()
    expect(await authors.getByRole('button', { name: /^Share/ }).count()).toBe(0)
    // What is one's own stays so.
    await authors.getByRole('button', { name: 'Save view' }).click()
    await authors.getByLabel('Name of this view').fill('Mine')
    await authors.getByRole('button', { name: 'Save', exact: true }).click()
    await authors.getByRole('button', { name: 'Delete view Mine' }).waitFor()
    expect(await authors.getByRole('button', { name: /^Share/ }).count()).toBe(0)

    await page.getByRole('button', { name: 'Share Tall…' }).click()
    await dialog.getByRole('button', { name: 'Stop sharing' }).click()
    await page.getByText('No longer shared').waitFor()
    await authors.reload()
    await authors.getByText('1–1 of 1').waitFor()
    expect(await authors.getByRole('button', { name: 'Tall', exact: true }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})
