// @module-tag release
import { readFileSync } from 'node:fs'
import { accentTokens, contrastOfAccent, WORST_GROUNDS } from '@quirecms/core'
import { createTestApp } from '@quirecms/testkit'
import { collection, f } from 'quirecms'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, findBrowser } from './browser.ts'
import { buildAdmin } from './build-admin.ts'

const browser = findBrowser()
const picture = new URL('../../../examples/blog/demo/pictures/sheets.webp', import.meta.url)
const logo = new URL('../../../packages/admin/public/icon.svg', import.meta.url)

const application = {
  collections: {
    users: collection({
      auth: true,
      fields: { name: f.text(), roles: f.select({ options: ['admin'], many: true }) },
    }),
  },
  admin: { branding: { name: 'Quarto & <Co>', logo, accent: '#0b5a8a', signInPicture: picture } },
}

describe('an accent', () => {
  const css = readFileSync(new URL('../../../packages/admin/src/design/tokens.css', import.meta.url), 'utf8')
  const pairs = [...css.matchAll(/--([\w-]+): light-dark\(oklch\(([\d.]+)% [^)]*\), oklch\(([\d.]+)% [^)]*\)\)/g)]

  it('is checked against the background with the least contrast', () => {
    const grounds = pairs.filter(([, name = '']) =>
      ['paper', 'sheet', 'margin', 'hover', 'chosen', 'raised'].includes(name),
    )
    expect(grounds.length).toBe(6)
    expect(Math.min(...grounds.map(([, , light]) => Number(light)))).toBeCloseTo(WORST_GROUNDS.light.lightness * 100)
    expect(Math.max(...grounds.map(([, , , dark]) => Number(dark)))).toBeCloseTo(WORST_GROUNDS.dark.lightness * 100)
  })

  it('has a readable shade in the dark theme, whatever its hue', () => {
    for (const accent of ['#0b5a8a', '#7a1f1f', '#1d5b2e', '#4b2a7b', '#5a4a00', '#000000']) {
      expect(contrastOfAccent(accent, 'light')).toBeGreaterThanOrEqual(4.5)
      const { rubric = '' } = accentTokens(accent)
      const [, light = '', dark = ''] = /light-dark\(oklch\(([\d.]+)%.*oklch\(([\d.]+)%/.exec(rubric) ?? []
      expect(Number(dark)).toBeGreaterThanOrEqual(70)
      expect(Number(light)).toBeLessThan(55)
    }
  })

  it('sets the same tokens that the app has by default', () => {
    const names = pairs.map(([, name]) => name)
    for (const name of Object.keys(accentTokens('#0b5a8a'))) expect(names).toContain(name)
  })
})

describe('branding in responses', () => {
  it('adds the name and colours of the application to the page, with immutable files and an equally strict policy', async () => {
    buildAdmin()
    const app = await createTestApp(application, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    try {
      const { text, headers } = await app.request('GET', '/admin/')
      expect(text).toContain('<title>Quarto &amp; &lt;Co&gt;</title>')
      expect(text).toContain('<meta name="quire-name" content="Quarto &amp; &lt;Co&gt;" />')
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      const served = [...text.matchAll(/assets\/branding\/[\w-]+\.\w+/g)].map(([name]) => name)
      const types: Record<string, string | null> = {}
      for (const name of new Set(served)) {
        const file = await app.request('GET', `/admin/${name}`)
        expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
        expect(file.headers.get('content-security-policy')).toContain("script-src 'self'")
        types[name.replace(/-\w+\./, '.')] = file.headers.get('content-type')
      }
      expect(types).toEqual({
        'assets/branding/logo.svg': 'image/svg+xml',
        'assets/branding/picture.webp': 'image/webp',
        'assets/branding/accent.css': 'text/css; charset=utf-8',
      })
    } finally {
      await app.close()
    }
  }, 120_000)

  it('stops the start if a file is missing', async () => {
    const missing = { ...application, admin: { branding: { logo: new URL('file:///nowhere/logo.svg') } } }
    await expect(createTestApp(missing, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })).rejects.toThrow(
      "the logo at /nowhere/logo.svg can't be read",
    )
  })
})

describe.skipIf(browser === null)('branding in the browser', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await AdminSite.startOther(browser ?? '', application)
  }, 120_000)
  afterAll(() => site.close())

  it('appears on the sign-in page and in the navigation, light and dark, and ? shows the shortcuts', async () => {
    const { page, problems } = await site.openSignedIn('/')
    await page.getByText('Quarto & <Co>').waitFor()
    const accent = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--rubric')")
    expect(await accent()).toContain('oklch(44')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // In a text, it is a question mark.
    await page.goto(`${site.url}/admin/profile/you`)
    await page.getByLabel('Name').click()
    await page.keyboard.type('Who?')
    expect(await page.getByLabel('Name').inputValue()).toContain('Who?')
    expect(await page.getByRole('dialog').count()).toBe(0)

    const { page: outside, problems: others } = await site.open('/sign-in')
    await outside.getByRole('button', { name: 'Sign in' }).waitFor()
    await outside.getByText('Quarto & <Co>').waitFor()
    expect(await outside.title()).toBe('Quarto & <Co>')
    const shown = outside.locator('img[src*="picture-"]')
    const isLoaded = "document.querySelector('img[src*=picture-]').naturalWidth > 0"
    await expect.poll(() => outside.evaluate(isLoaded)).toBe(true)
    await expectAccessible(outside)
    await outside.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(outside, { only: ['color-contrast'] })
    await outside.setViewportSize({ width: 390, height: 844 })
    await shown.waitFor({ state: 'hidden' })
    expect([...problems, ...others]).toEqual([])
  })
})
