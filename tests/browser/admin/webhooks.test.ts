// @module-tag release
import { webhooks } from '@quirecms/webhooks'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, type RuleArguments, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, SECRET, startReceiver } from '../../engine/webhooks/receiver.ts'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser } from './browser.ts'
import { addFacet } from './choose-field.ts'

const found = findBrowser()
const isAdmin = ({ actor }: RuleArguments) => String(actor?.['roles']).includes('admin')

const configFor = (url: string) =>
  defineConfig({
    database: sqlite(':memory:'),
    admin: { users: 'users' },
    collections: {
      users: collection({ auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } }),
      notes: collection({
        fields: { title: f.text({ required: true }) },
        access: { read: (args) => isAdmin(args) || { title: { equals: 'Open' } } },
      }),
    },
    plugins: [
      webhooks({
        endpoints: {
          search: { url, secret: SECRET, privateNetwork: true, headers: { authorization: 'Bearer t0ken' } },
          archive: { url, secret: SECRET, privateNetwork: true, events: ['document.deleted'] },
        },
        retryAfter: ['5h'],
      }),
    ],
  })

describe.skipIf(found === null)('webhooks in the admin app', () => {
  let site: AdminSite
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    site = await AdminSite.startOther(found ?? '', configFor(receiver.url))
  })
  afterAll(async () => {
    await site.close()
    await receiver.close()
  })

  it('show pending deliveries with their errors, and retry them when the endpoint is back', async () => {
    receiver.answer = () => 503
    const notes = must(site.app.local.asSystem().collections['notes'], 'the notes')
    for (const title of ['First', 'Second']) await notes.create({ title })
    const { page, problems } = await site.openSignedIn('/')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    const search = endpoint(page, 'search')
    await search.getByText('2 can’t be delivered').waitFor()
    await search.getByText('The endpoint answered with status 503.').waitFor()
    await search.getByText(/next try in 5 h/).waitFor()
    await endpoint(page, 'archive').getByText('Nothing sent lately').waitFor()
    expect(
      await endpoint(page, 'archive')
        .getByRole('button', { name: /again now/ })
        .count(),
    ).toBe(0)

    const line = delivery(page, 'First')
    await line.getByText('Waiting', { exact: true }).waitFor()
    expect(await line.getByRole('button', { name: 'Send again' }).count()).toBe(0)
    receiver.answer = () => undefined
    await search.getByRole('button', { name: 'Try again now' }).click()
    await page.getByText('Trying again, for 2 documents').waitFor()
    await line.getByText('Delivered', { exact: true }).waitFor()
    await search.getByText('Everything has arrived').waitFor()

    // Shows the request without its signature.
    await line.getByText('First').click()
    await line.getByText('"title": "First"').waitFor()
    const text = await page.locator('body').innerText()
    for (const secret of [SECRET.slice(8), 't0ken']) expect(text).not.toContain(secret)

    // Redelivers a given-up delivery.
    receiver.answer = () => 410
    await endpoint(page, 'archive').getByRole('button', { name: 'Send a test' }).click()
    await endpoint(page, 'archive').getByRole('link', { name: '1 failed' }).click()
    const test = delivery(page, 'Test')
    await test.getByText('Test', { exact: true }).click()
    await test.getByText('The endpoint answered with status 410.').waitFor()
    receiver.answer = () => undefined
    await test.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: /^Remove filter: State/ }).click()
    await addFacet(page, 'State', (form) => form.getByLabel('Value').selectOption('Delivered'))
    await delivery(page, 'Test').getByText('Delivered', { exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('fit a phone in German, and are hidden from users without access', async () => {
    const { page } = await site.openSignedIn('/webhooks', { locale: 'de', viewport: { width: 390, height: 800 } })
    const endpoints = page.getByRole('list', { name: 'Endpunkte' })
    await endpoints.getByText('Alles ist angekommen').first().waitFor()
    await expectFitting(page)
    await expectAccessible(page)
    receiver.answer = () => 503
    await must(site.app.local.asSystem().collections['notes'], 'the notes').create({ title: 'Third' })
    await endpoints.getByText('Der Endpunkt hat mit Status 503 geantwortet.').waitFor()
    const { page: other } = await site.openAs('Noor', '/', { role: 'author' })
    await other
      .getByRole('link', { name: /^Notes/ })
      .first()
      .waitFor()
    await other.keyboard.press('Control+k')
    await other.getByRole('option').first().waitFor()
    expect(await other.getByText('Webhooks').count()).toBe(0)
  })
})

const endpoint = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').filter({ hasText: name })

const delivery = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: text }).first()
