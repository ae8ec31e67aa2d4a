import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection, withoutStream } from './browser.ts'
import { startExample } from './example-site.ts'
import { type Screen, screensOf } from './every-screen.ts'
import { Walk } from './walk.ts'

const browser = findBrowser()
/** As many as there are cores to spare. */
const TABS = 2
const WIDE = { width: 1320, height: 820 }
const NOWHERE = '/nowhere'
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
    const lookAtAll = async (page: Page, left: Screen[]) => {
      const walk = new Walk(page)
      let before: Screen | undefined
      for (let screen = left.shift(); screen; screen = left.shift()) {
        try {
          await page.setViewportSize(WIDE)
          await page.emulateMedia({ colorScheme: 'light' })
          await (before ? follow(walk, before, screen) : load(page, walk, screen))
          await lookAt(page, screen)
          // What was done there is left behind where everything is loaded anew, and so is what went wrong.
          before = screen.act || screen.isOutside ? undefined : screen
        } catch (error) {
          before = undefined
          faults.push(`${screen.name}: ${String(error)}`)
        }
      }
    }
    // Where nothing is done comes first: the app is loaded once for all of these.
    const sorted = screens.toSorted((one, other) => Number(one.act !== undefined) - Number(other.act !== undefined))
    await lookAtAll(
      outside,
      sorted.filter(({ isOutside }) => isOutside),
    )
    const rest = sorted.filter(({ isOutside }) => !isOutside)
    const tabs = [inside, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => inside.context().newPage())))]
    await Promise.all(
      tabs.map((tab) => {
        // What was typed in the last screen may be left behind.
        tab.on('dialog', (dialog) => void dialog.accept())
        return lookAtAll(tab, rest)
      }),
    )
    expect(faults).toEqual([])
    // One of the screens is about a document that is not there.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  }, 600_000)

  async function load(page: Page, walk: Walk, { path }: Screen): Promise<void> {
    await page.goto(`${site.url}/admin${path}`)
    await shown(walk)
  }

  /** By way of a screen that has nothing in common with others: what two of the same kind share would stay as it is. */
  async function follow(walk: Walk, before: Screen, { path }: Screen): Promise<void> {
    if (before.path !== NOWHERE) {
      await walk.follow(`${site.url}/admin${NOWHERE}`)
      await walk.heading()
    }
    await walk.follow(`${site.url}/admin${path}`)
    await shown(walk)
  }

  async function shown(walk: Walk): Promise<void> {
    await walk.heading()
    await walk.answers()
    await walk.content()
  }

  async function lookAt(page: Page, { act }: Screen): Promise<void> {
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
