// @module-tag release
import { collection, defineConfig, f, oidc, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../setup/free-port.ts'
import { SECRET, startProvider, type TestProvider } from '../../engine/auth/identity-provider.ts'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'

const found = findBrowser()

describe.skipIf(found === null)('sign-in with a provider in the admin app', () => {
  let site: AdminSite
  let provider: TestProvider
  beforeAll(async () => {
    const publicUrl = `http://127.0.0.1:${await freePort()}`
    provider = await startProvider([`${publicUrl}/api/auth/users/providers/company/callback`])
    provider.people.set('ann', { sub: 'ann', email: 'ann@example.com', email_verified: true, name: 'Ann' })
    const at = { issuer: provider.issuer, clientId: 'quire', clientSecret: SECRET, privateNetwork: true }
    const config = defineConfig({
      database: sqlite(':memory:'),
      server: { publicUrl },
      collections: {
        users: collection({
          fields: { name: f.text() },
          auth: { providers: { company: oidc({ ...at, label: 'Example Inc.' }) }, passwords: false },
        }),
      },
    })
    site = await AdminSite.startOther(found ?? '', config)
  }, 120_000)
  afterAll(async () => {
    await site.close()
    await provider.close()
  })

  it('needs a button, and no password', async () => {
    const { page, problems } = await site.open('/profile/providers')
    // The application has no users yet: the first one gets full access.
    const button = page.getByRole('link', { name: 'Sign in with Example Inc.' })
    await button.waitFor()
    expect(await page.locator('input').count()).toBe(0)
    await page.setExtraHTTPHeaders({ 'x-test-person': 'ann' })
    await button.click()
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${site.url}/admin/profile/providers`)
    await page.getByText('ann@example.com').first().waitFor()
    await page.locator('h1').first().waitFor()
    await page.getByRole('button', { name: 'Remove Example Inc.' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
    await page.getByRole('alert').getByText('This is your only way to sign in').waitFor()
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  })

  it('is shown beside a user, and removed by users with the right to do so', async () => {
    const system = site.app.local.asSystem()
    const { docs } = await system.collection('users').find({ where: { email: { equals: 'ann@example.com' } } })
    const ann = String(docs[0]?.id)
    const [identity] = await site.app.storage.reader.records.find('identities', { userId: ann })
    await site.app.storage.transaction(({ records }) =>
      records.insert('identities', { ...identity, id: 'another', subject: 'another', email: 'ann@other.example' }),
    )
    const { page, problems } = await site.open(`/collections/users/${ann}`)
    await page.setExtraHTTPHeaders({ 'x-test-person': 'ann' })
    await page.getByRole('link', { name: 'Sign in with Example Inc.' }).click()
    const providers = page.getByRole('region', { name: 'Providers' })
    // Back at the screen where it was started.
    const row = providers.getByRole('listitem').filter({ hasText: 'ann@other.example' })
    await row.waitFor()
    await row.getByRole('button', { name: 'Remove Example Inc.' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await providers.getByRole('button', { name: 'Remove Example Inc.' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('alert').getByText('To keep them out, delete the account.').waitFor()
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  })

  it('explains failures, and ignores unknown errors in the address', async () => {
    const { page } = await site.open('/sign-in?error=unavailable')
    await page.getByRole('alert').getByText('The provider can’t be reached').waitFor()
    await page.goto(`${site.url}/admin/sign-in?error=${encodeURIComponent('Call 555 for help')}`)
    await page.getByRole('alert').getByText('Couldn’t sign you in').waitFor()
    expect(await page.getByText('555').count()).toBe(0)
  })
})
