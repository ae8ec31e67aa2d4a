// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

const browser = findBrowser()

const counted = () => f.text({ maxLength: 40, admin: { component: 'counted' } })
const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, counted()]))

const config = defineConfig({
  admin: { extensions: [new URL('counting-extension.ts', import.meta.url)] },
  collections: {
    users: collection({ auth: true, fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) } }),
    forms: collection({
      versions: { drafts: true },
      fields: {
        title: f.text({ required: true }),
        ...many,
        following: f.text({ admin: { component: 'following' } }),
        place: f.group({
          fields: { street: counted(), town: f.group({ fields: { name: counted(), code: counted() } }) },
        }),
        rows: f.array({
          fields: { one: counted(), two: counted(), inner: f.array({ fields: { a: counted(), b: counted() } }) },
        }),
        sections: f.blocks({ blocks: { quote: { fields: { text: counted(), by: counted() } } } }),
      },
    }),
  },
})

describe.skipIf(browser === null)('the rendering cost of typing', () => {
  let site: AdminSite
  let page: Page

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', config)
    const inner = [
      { a: 'a', b: 'b' },
      { a: 'c', b: 'd' },
    ]
    const { id } = await must(site.app.local.asSystem().collections['forms'], 'forms').create({
      title: 'A form',
      rows: [
        { one: '1', inner },
        { one: '2', inner },
      ],
      sections: [
        { blockType: 'quote', text: 'x' },
        { blockType: 'quote', text: 'y' },
      ],
    })
    ;({ page } = await site.openSignedIn(`/collections/forms/${id}`))
    await page.locator('[data-field="sections.1.text"] input').waitFor()
  }, 120_000)
  afterAll(() => site.close())

  /** Which inputs are rendered by one key, and how often. */
  async function rendersOfKey(path: string): Promise<Record<string, number>> {
    const input = page.locator(`[data-field="${path}"]`).locator('input, textarea').first()
    await input.focus()
    await page.keyboard.press('End')
    // The first key marks the form as changed; rendering that is not the cost of typing.
    await page.keyboard.type('a')
    await page.getByText('Not saved yet').first().waitFor()
    await page.evaluate('forgetRenders()')
    const before = await input.inputValue()
    await page.keyboard.type('b')
    await expect.poll(() => input.inputValue()).toBe(`${before}b`)
    return page.evaluate('countRenders()')
  }

  /** Without the field whose condition depends on others: it renders with them. */
  const others = async (path: string) => Object.keys(await rendersOfKey(path)).filter((one) => one !== 'following')

  it.each(['field30', 'place.street', 'place.town.code', 'rows.1.two', 'rows.1.inner.0.b', 'sections.1.by'])(
    'is that of the field: %s',
    async (path) => {
      expect(await others(path)).toEqual([path])
    },
  )

  it('does not include other fields while the title is typed', async () => {
    expect(await others('title')).toEqual([])
  })

  it('includes a field that shows the typed text', async () => {
    const renders = await rendersOfKey('field0')
    expect(Object.keys(renders).toSorted()).toEqual(['field0', 'following'])
    const following = page.locator('[data-field="following"] input')
    expect(await following.getAttribute('placeholder')).toBe(
      await page.locator('[data-field="field0"] input').inputValue(),
    )
  })

  it('never loses text that was typed beside it', async () => {
    const box = (path: string) => page.locator(`[data-field="${path}"] input`)
    // Each edit changes the same group or list, based on the previous one.
    await box('place.town.name').fill('Ulm')
    await box('place.street').fill('Münsterplatz')
    await box('rows.0.one').fill('first')
    await box('rows.0.inner.1.a').fill('second')
    await box('rows.1.one').fill('third')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const forms = must(site.app.local.asSystem().collections['forms'], 'forms')
    await expect
      .poll(async () => (await forms.find({ draft: true })).docs[0])
      .toMatchObject({
        place: { street: 'Münsterplatz', town: { name: 'Ulm' } },
        rows: [{ one: 'first', inner: [{}, { a: 'second' }] }, { one: 'third' }],
      })
  })
})
