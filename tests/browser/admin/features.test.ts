// @module-tag release
import { audit } from '@quirecms/audit'
import { webhooks } from '@quirecms/webhooks'
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { collection, defineConfig, f, job, oidc, sqlite } from 'quirecms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../setup/free-port.ts'
import { AdminSite } from './admin-site.ts'
import { findBrowser } from './browser.ts'
import { Walk } from './walk.ts'

const found = findBrowser()

const users = { auth: true, fields: { name: f.text(), roles: f.text({ many: true }) } } as const

/** A configuration without any optional feature. */
const plain = defineConfig({
  database: sqlite(':memory:'),
  collections: {
    users: collection({ ...users, transfers: false }),
    notes: collection({ fields: { title: f.text({ required: true }) }, transfers: false }),
  },
})

const everything = defineConfig({
  database: sqlite(':memory:'),
  server: { publicUrl: 'http://127.0.0.1' },
  plugins: [
    audit(),
    webhooks({
      endpoints: { search: { url: 'https://search.example.com', secret: `whsec_${'a'.repeat(44)}`, collections: [] } },
    }),
  ],
  changes: true,
  jobs: { nightly: job({ run: () => undefined }) },
  collections: {
    users: collection({
      ...users,
      auth: {
        apiKeys: true,
        totp: true,
        invitations: true,
        providers: { company: oidc({ issuer: 'https://id.example.com', clientId: 'quire' }) },
      },
    }),
    notes: collection({
      trash: true,
      comments: true,
      versions: { drafts: true },
      admin: { preview: 'https://example.com/{id}' },
      fields: { title: f.text({ required: true }) },
    }),
    media: collection({ upload: true, fields: {} }),
  },
})

/** Features whose files a page has loaded, including those of their languages. */
function featuresLoadedBy(page: Page): Set<string> {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const file = request.url().split('/').at(-1) ?? ''
    const [, ofFeature, ofLanguage] =
      /^(?:feature-([a-z-]+)|language-[a-z]+-([a-z-]+))-[\w-]{8}\.(?:js|css)/.exec(file) ?? []
    const name = ofFeature ?? ofLanguage
    if (name !== undefined && name !== 'app') loaded.add(name)
  })
  return loaded
}

describe.skipIf(found === null)('features of the service in the admin app', () => {
  let site: AdminSite
  let full: AdminSite
  beforeAll(async () => {
    site = await AdminSite.startOther(found ?? '', plain)
    const publicUrl = `http://127.0.0.1:${await freePort()}`
    full = await AdminSite.startOther(found ?? '', { ...everything, server: { publicUrl } })
  }, 120_000)
  afterAll(async () => {
    await site.close()
    await full.close()
  })

  /** Visits every screen on which a feature can appear. */
  async function lookAround(page: Page, url: string, id: string): Promise<void> {
    const walk = new Walk(page)
    await page.goto(`${url}/admin/`)
    await walk.heading()
    await walk.follow(`${url}/admin/collections/notes`)
    await page.getByRole('checkbox').nth(1).click()
    await page.getByRole('status').getByText(/^1 /).waitFor()
    await walk.follow(`${url}/admin/collections/notes/${id}`)
    await page.locator('[data-field], textarea').first().waitFor()
    await walk.follow(`${url}/admin/profile/security`)
    await page.locator('input[type="password"]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
  }

  const noteOf = async (of: AdminSite) => {
    const notes = must(of.app.local.asSystem().collections['notes'], 'the notes')
    return (await notes.create({ title: 'A note' })).id
  }

  it.each(['en', 'de'])('are not loaded in %s if the application has none of them', async (locale) => {
    const { page, problems } = await site.openSignedIn('/', { locale })
    const loaded = featuresLoadedBy(page)
    const asked = new Walk(page)
    await lookAround(page, site.url, await noteOf(site))
    await asked.answers()
    // References to a document are searched in all collections.
    expect([...loaded].filter((name) => name !== 'references')).toEqual([])
    expect(await page.getByRole('link', { name: /^(Trash|Papierkorb)/ }).count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('are loaded one by one if the application has them', async () => {
    const { page, problems } = await full.openSignedIn('/')
    const loaded = featuresLoadedBy(page)
    await lookAround(page, full.url, await noteOf(full))
    await page.goto(`${full.url}/admin/collections/media`)
    await page.getByRole('button', { name: 'Upload' }).first().waitFor()
    await page.goto(`${full.url}/admin/collections/users`)
    await page.getByRole('button', { name: 'Invite' }).waitFor()
    // Other screens only link to these.
    for (const place of ['jobs', 'trash', 'webhooks']) {
      expect([...loaded]).not.toContain(place)
      await page.locator(`a[href$="/admin/${place}"]`).click()
      await expect.poll(() => [...loaded]).toContain(place)
    }
    await expect
      .poll(() => [...loaded].toSorted())
      .toEqual([
        'activity',
        'api-keys',
        'comments',
        'drafts',
        'factors',
        'invitations',
        'jobs',
        'presence',
        'preview',
        'providers',
        'references',
        'schedule',
        'transfers',
        'trash',
        'uploads',
        'versions',
        'webhooks',
      ])
    expect(problems).toEqual([])
  })

  it('have no address if the application does not have them', async () => {
    const { page } = await site.openSignedIn('/trash')
    const loaded = featuresLoadedBy(page)
    const walk = new Walk(page)
    const missing = page.getByRole('heading', { name: 'This page doesn’t exist' })
    const home = page.getByRole('link', { name: 'Home', exact: true })
    await missing.waitFor()
    for (const path of ['activity', 'jobs', 'webhooks', 'collections/notes/01/history', 'globals/site/history']) {
      await home.click()
      await walk.heading()
      await missing.waitFor({ state: 'detached' })
      await walk.follow(`${site.url}/admin/${path}`)
      await missing.waitFor()
      expect([path, ...loaded]).toEqual([path])
    }
  })
})
