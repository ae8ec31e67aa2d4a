import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection, withoutStream } from './browser.ts'
import { startExample } from './example-site.ts'
import { type Screen, screensOf } from './every-screen.ts'

const browser = findBrowser()
/** As many as there are cores to spare. */
const TABS = 2
const WIDE = { width: 1320, height: 820 }
const PHONE = { width: 390, height: 844 }

describe.skipIf(browser === null)('every screen and state', () => {
  let site: AdminSite

  beforeAll(async () => {
    site = await startExample(browser ?? '')
  }, 120_000)
  afterAll(() => site.close())

  it('is accessible, light and dark, and fits a phone and letters from right to left', async () => {
    const screens = (await screensOf(site)).filter(({ isAlike }) => !isAlike)
    const { page: inside, problems } = await site.openSignedIn('/')
    const outside = (await site.open('/sign-in')).page
    await withoutStream(inside)
    const faults: string[] = []
    const look = async (page: Page, screen: Screen) => {
      await lookAt(page, screen).catch((error: unknown) => faults.push(`${screen.name}: ${String(error)}`))
    }
    for (const screen of screens.filter(({ isOutside }) => isOutside)) await look(outside, screen)
    const rest = screens.filter(({ isOutside }) => !isOutside)
    const tabs = [inside, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => inside.context().newPage())))]
    await Promise.all(
      tabs.map(async (tab) => {
        // What was typed in the last screen may be left behind.
        tab.on('dialog', (dialog) => void dialog.accept())
        for (let screen = rest.shift(); screen; screen = rest.shift()) await look(tab, screen)
      }),
    )
    expect(faults).toEqual([])
    // One of the screens is about a document that is not there.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  }, 600_000)

  async function lookAt(page: Page, { path, act }: Screen): Promise<void> {
    await page.setViewportSize(WIDE)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${site.url}/admin${path}`)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await expectAccessible(page)
    // In the dark, nothing is different but the colours.
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast'])
    // What hangs from a button has no place where that button is not.
    if ((await page.locator('[data-side]').count()) > 0) return
    await setDirection(page, 'rtl')
    await expectFitting(page)
    await page.setViewportSize(PHONE)
    await expectFitting(page)
    await setDirection(page, 'ltr')
    await expectFitting(page)
    await expectAccessible(page, ['target-size', 'scrollable-region-focusable'])
  }
})
