// @module-tag release
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection, withoutStream } from './browser.ts'
import { type Screen, screensOf } from './every-screen.ts'
import { exampleContent, startExample } from './example-site.ts'
import { FullApplication } from './full-application.ts'
import { fullScreensOf } from './full-screens.ts'
import { Walk } from './walk.ts'

const browser = findBrowser()
/** As many as there are cores to spare. */
const TABS = 2
const WIDE = { width: 1320, height: 820 }
const NOWHERE = '/nowhere'
const TABLET = { width: 768, height: 1024 }
const PHONE = { width: 390, height: 844 }
/** Rules that depend on the width, checked on the narrowest screen. */
const ON_A_PHONE = ['target-size', 'scrollable-region-focusable']
const ABOVE = '[role=dialog], [role=alertdialog], [data-side]'

describe.skipIf(browser === null)('every screen and state', () => {
  it('is accessible in light and dark, and fits a phone and right-to-left text', async () => {
    const site = await startExample(browser ?? '')
    onTestFinished(() => site.close())
    const { page, problems } = await site.openSignedIn('/')
    await expectAllFit(site, await screensOf(site), page)
    // One of the screens is of a missing document.
    expect(problems.filter((problem) => !problem.includes('status of 404'))).toEqual([])
  }, 600_000)

  it('is so with every feature turned on', async () => {
    const full = await FullApplication.start(browser ?? '', exampleContent())
    onTestFinished(() => full.close())
    const { page, problems } = await full.site.open('/sign-in')
    await full.signIn(page)
    await expectAllFit(full.site, await fullScreensOf(full), page)
    expect(problems).toEqual([])
  }, 600_000)
})

async function expectAllFit(site: AdminSite, all: readonly Screen[], inside: Page): Promise<void> {
  const outside = (await site.open('/sign-in')).page
  await withoutStream(inside)
  const faults: string[] = []
  const lookAtAll = async (page: Page, left: Screen[]) => {
    const walk = new Walk(page)
    let before: Screen | undefined
    for (let screen = left.shift(); screen; screen = left.shift()) {
      try {
        await page.setViewportSize(WIDE)
        // Every part is on several screens, so they alternate between light and dark.
        await page.emulateMedia({ colorScheme: all.indexOf(screen) % 2 === 0 ? 'light' : 'dark' })
        await screen.before?.()
        await (before ? follow(site, walk, before, screen) : load(site, page, walk, screen))
        await lookAt(page, screen)
        // Reloads if popups or messages of the previous screen remain.
        const isCovered = !(await uncover(page))
        before = isCovered || screen.isOutside ? undefined : screen
      } catch (error) {
        before = undefined
        faults.push(`${screen.name}: ${String(error)}`)
      }
    }
  }
  // Screens without actions come first: the app is loaded once for all of them.
  const sorted = all
    .filter(({ isAlike }) => !isAlike)
    .toSorted((one, other) => Number(one.act !== undefined) - Number(other.act !== undefined))
  await lookAtAll(
    outside,
    sorted.filter(({ isOutside }) => isOutside),
  )
  const rest = sorted.filter(({ isOutside }) => !isOutside)
  const tabs = [inside, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => inside.context().newPage())))]
  await Promise.all(
    tabs.map((tab) => {
      // The previous screen may have unsaved text.
      tab.on('dialog', (dialog) => void dialog.accept())
      return lookAtAll(tab, rest)
    }),
  )
  expect(faults).toEqual([])
}

/** Closes popups; returns whether all are gone. If that takes long, the next screen is loaded anew. */
async function uncover(page: Page): Promise<boolean> {
  const above = page.locator(ABOVE)
  for (let times = 0; times < 2 && (await above.count()) > 0; times += 1) {
    await page.keyboard.press('Escape')
    await above
      .first()
      .waitFor({ state: 'detached', timeout: 500 })
      .catch(() => undefined)
  }
  return (await above.count()) === 0
}

async function load(site: AdminSite, page: Page, walk: Walk, { path, isOutside, isPlain }: Screen): Promise<void> {
  if (isOutside) await page.context().clearCookies()
  await page.goto(isPlain ? site.url + path : `${site.url}/admin${path}`)
  if (!isPlain) await shown(walk)
}

/** Goes there by way of an unrelated screen: two of the same kind would keep shared parts. */
async function follow(site: AdminSite, walk: Walk, before: Screen, { path }: Screen): Promise<void> {
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
  // A popup needs its button on the screen.
  if ((await page.locator('[data-side]').count()) > 0) return expectAccessible(page)
  await expectAccessible(page, { except: ON_A_PHONE })
  await setDirection(page, 'rtl')
  await expectFitting(page)
  await page.setViewportSize(TABLET)
  await expectFitting(page)
  await page.setViewportSize(PHONE)
  await expectFitting(page)
  await setDirection(page, 'ltr')
  await expectFitting(page)
  await expectAccessible(page, { only: ON_A_PHONE })
}
