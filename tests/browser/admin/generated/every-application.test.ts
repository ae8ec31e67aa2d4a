// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { AdminSite } from '../admin-site.ts'
import { findBrowser } from '../browser.ts'
import { type GeneratedApplication, generateApplication } from './application.ts'
import { Visit } from './visit.ts'

const browser = findBrowser()

/** `APPLICATION_SEED=7 APPLICATIONS=20 npm test -- tests/browser/admin/generated` tests others, or more. */
const FIRST = Number(process.env['APPLICATION_SEED'] ?? 1)
const SEEDS = Array.from({ length: Number(process.env['APPLICATIONS'] ?? 3) }, (_, index) => FIRST + index)

const ROLES = ['admin', 'author']

describe.skipIf(browser === null)('every screen of a generated application', () => {
  it.each(SEEDS)(
    'opens for every user with their rights: application %i',
    async (seed) => {
      const application = generateApplication(seed)
      const site = await AdminSite.startOther(browser ?? '', application.config)
      try {
        await fill(site, application)
        const faults: string[] = []
        for (const role of ROLES) {
          const { page } = await site.openAs(`Some ${role}`, '/sign-in', { role, data: application.person() })
          const visit = new Visit(page, `${site.url}/admin`)
          for (const path of await screensOf(page, site.url, application)) await visit.open(path)
          faults.push(...visit.faults.map((fault) => `${role} ${fault}`))
          await page.context().close()
        }
        expect(faults).toEqual([])
      } finally {
        await site.close()
      }
    },
    600_000,
  )
})

/** Two documents in each collection: one published and translated, one in the trash. */
async function fill({ app }: AdminSite, { documents, config, locales }: GeneratedApplication) {
  const { collections, globals } = app.local.asSystem()
  for (const [slug, values] of Object.entries(documents)) {
    if (config.globals?.[slug]) {
      await must(globals[slug], slug).update(values() as never)
      continue
    }
    const of = must(collections[slug], slug) as unknown as Filled
    await of.create(values())
    const other = await of.create(values())
    const translated = Object.entries(values()).filter(([, value]) => typeof value === 'string')
    if (locales[1] !== undefined) await of.update(other.id, Object.fromEntries(translated), { locale: locales[1] })
    if (hasDrafts(config.collections[slug]?.versions)) await of.publish(other.id)
    if (config.collections[slug]?.trash === true) await of.delete((await of.create(values())).id)
  }
}

/** The types of values and capabilities depend on the configuration, so they are not static. */
interface Filled {
  readonly create: (data: object) => Promise<{ readonly id: string }>
  readonly update: (id: string, data: object, options: object) => Promise<unknown>
  readonly delete: (id: string) => Promise<unknown>
  readonly publish: (id: string) => Promise<unknown>
}

function hasDrafts(versions: unknown): boolean {
  return typeof versions === 'object' && versions !== null && 'drafts' in versions
}

type Rights = Readonly<Record<string, { readonly operations: Readonly<Record<string, boolean>> }>>

/** All screens that are reachable with the user's capabilities. Neighbours are never of the same kind. */
async function screensOf(page: Page, url: string, { config, locales }: GeneratedApplication): Promise<string[]> {
  const all = await page.request.post(`${url}/api/access`, { data: {}, headers: { origin: url } })
  const rights = (await all.json()) as { readonly collections: Rights; readonly globals: Rights }
  const screens = ['/', '/calendar', '/profile/you', '/trash', '/profile/preferences', '/nowhere']
  for (const [slug, { operations }] of Object.entries(rights.collections)) {
    const at = `/collections/${slug}`
    // New files begin in their list.
    const mayBegin = operations['create'] && (operations['read'] || config.collections[slug]?.upload === undefined)
    if (mayBegin) screens.push(`${at}/new`, '/nowhere')
    if (!operations['read']) continue
    screens.push(`${at}?layout=table`, '/nowhere', at)
    const draft = hasDrafts(config.collections[slug]?.versions) ? '&draft=newest' : ''
    const list = await page.request.get(`${url}/api/collections/${slug}?limit=1${draft}`)
    const { docs = [] } = (await list.json()) as { readonly docs?: readonly { id: string }[] }
    for (const { id } of docs) {
      screens.push(`${at}/${id}`)
      // The right may be that of some documents alone, such as one's own.
      const history = await page.request.get(`${url}/api${at}/${id}/versions?limit=1`)
      screens.push(operations['readVersions'] && history.ok() ? `${at}/${id}/history` : '/')
      if (locales[1] !== undefined) screens.push(`${at}/${id}?locale=${locales[1]}&beside=${locales[0]}`)
    }
    screens.push('/nowhere')
  }
  for (const [slug, { operations }] of Object.entries(rights.globals)) {
    if (operations['read']) screens.push(`/globals/${slug}`)
    screens.push(operations['readVersions'] ? `/globals/${slug}/history` : '/')
  }
  return [...screens, '/profile/security', '/', '/profile/api-keys']
}
