// @module-tag release
import { must } from '@quirecms/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdminSite } from './admin-site.ts'
import { expectAccessible, expectFitting, findBrowser, setDirection } from './browser.ts'
import { largeApplication } from './large-application.ts'

const browser = findBrowser()

const EIGHT = ['_title', '_status', 'person', '_languages', 'updatedAt', 'kind', 'pages', 'contact']

/** From the smallest phone to a large screen, with both sides of the breakpoints at 760 and 850 pixels. */
const WIDTHS = [...Array.from({ length: 81 }, (_, step) => 320 + step * 20), 759, 760, 761, 790, 811, 849, 850, 851]
const SIZES = [
  [390, 844],
  [820, 1180],
  [1320, 820],
] as const
const SOME_WIDTHS = WIDTHS.filter((width) => width % 100 === 0 || width % 20 !== 0)

let site: AdminSite
const inApplication = () => site.app.local.asSystem().collections

beforeAll(async () => {
  if (browser !== null) site = await AdminSite.startOther(browser, largeApplication)
}, 120_000)
afterAll(() => site?.close())

const withColumns = `/collections/works?columns=${encodeURIComponent(JSON.stringify(EIGHT))}`

describe.skipIf(browser === null)('list columns at every screen width', () => {
  beforeAll(async () => {
    const { works, people } = inApplication()
    const person = await must(people, 'people').create({ name: 'Ångström Öberg, the elder one of the two' })
    const title = 'Of the making of many books there is no end, and much study is a weariness of the flesh '.repeat(3)
    for (const short of ['A map', title.trim()]) {
      const data = { title: short, person: person.id, kind: 'book', pages: 9, contact: 'somebody@example.com' }
      await must(works, 'works').create(data)
    }
  })

  async function expectRoomForTitle(page: Page, widths: readonly number[]): Promise<void> {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 820 })
      const { title, left, scrolled, area } = await measure(page)
      expect(title, `title at ${width} px`).toBeGreaterThanOrEqual(240)
      expect(left, `start of the title at ${width} px`).toBeGreaterThanOrEqual(0)
      expect(scrolled, `title after scrolling at ${width} px`).toBe(left)
      expect(left + 240, `title inside of what is seen at ${width} px`).toBeLessThanOrEqual(area)
    }
  }

  it('leave the title its space and place while others scroll: default columns', async () => {
    const { page, problems } = await site.openSignedIn('/collections/works')
    await page.getByText('1–2 of 2').waitFor()
    await expectRoomForTitle(page, SOME_WIDTHS)
    expect(problems).toEqual([])
  })

  it('do so with eight columns, without overlap; also right to left', async () => {
    const { page, problems } = await site.openSignedIn(withColumns)
    await page.getByText('1–2 of 2').waitFor()
    // Columns meet without gaps.
    const gaps = await page.evaluate(`(() => {
      const edges = (cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell.querySelector('button') ?? cell)
        return range.getBoundingClientRect()
      }
      const at = ${EIGHT.indexOf('updatedAt') + 1}
      return [...document.querySelectorAll('tr')].map(({ cells }) => edges(cells[at + 1]).left - edges(cells[at]).right)
    })()`)
    for (const gap of gaps as number[]) expect(gap).toBeGreaterThanOrEqual(24)
    expect(gaps).toHaveLength(3)
    await expectRoomForTitle(page, WIDTHS)

    await page.setViewportSize({ width: 800, height: 820 })
    await expectAccessible(page)
    await setDirection(page, 'rtl')
    await expectFitting(page)
    const { title, left, scrolled } = await measure(page)
    expect(title).toBeGreaterThanOrEqual(240)
    expect(scrolled).toBe(left)
    // Rows scroll behind the foot of the list and behind sticky cells.
    await page.setViewportSize({ width: 800, height: 300 })
    const { x = 0 } = (await page.getByRole('link', { name: 'A map' }).boundingBox()) ?? {}
    const isFoot = `document.elementFromPoint(${x + 10}, 270).closest('footer') !== null`
    await expect.poll(() => page.evaluate(isFoot)).toBe(true)
    expect(problems).toEqual([])
  })
})

describe.skipIf(browser === null)('the header of a list', () => {
  beforeAll(async () => {
    const works = must(inApplication()['works'], 'works')
    const { count } = await works.count({ draft: true } as never)
    for (let number = count; number < 60; number += 1)
      await works.create({ title: `Work ${number}`, kind: 'book', pages: number, contact: 'a@example.com' })
  })

  it('stays below the top bar, on a phone, a tablet and a desktop, in both directions', async () => {
    const { page, problems } = await site.openSignedIn(`${withColumns}&limit=100`)
    await page.getByText('1–60 of 60').waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const direction of ['ltr', 'rtl'] as const) {
        const where = `${width} × ${height}, ${direction}`
        await setDirection(page, direction)
        await page.evaluate(`scrollTo(0, 0), (document.querySelector('tbody').scrollLeft = 0)`)
        await expect.poll(async () => (await page.evaluate<Head>(HEAD)).top, { message: where }).toBeGreaterThan(52)
        await page.mouse.move(width / 2, height / 2)
        await page.mouse.wheel(0, 1500)
        await expect.poll(() => page.evaluate(HEAD), { message: where }).toMatchObject({ top: 52, isSeen: true })
        // Head cells stay above their columns, also after scrolling, and the title keeps its width.
        const { apart, title, scrolled } = (await page.evaluate(SCROLL_ASIDE)) as Aside
        expect(apart, where).toEqual(apart.map(() => 0))
        expect(title, where).toBeGreaterThanOrEqual(240)
        // On a screen, columns give way, so that the last one is not cut. A phone shows fewer.
        expect(scrolled, where).toBe(width === 820)
        await expectFitting(page)
      }
    }
    expect(problems).toEqual([])
  })

  it('scrolls the rows along when one of its columns gets the focus, and hides no row', async () => {
    const { page } = await site.openSignedIn(`${withColumns}&limit=100`)
    await page.setViewportSize({ width: 820, height: 600 })
    await page.getByText('1–60 of 60').waitFor()
    await page.getByRole('columnheader', { name: 'Contact' }).getByRole('button').focus()
    await expect.poll(() => page.evaluate(`document.querySelector('tbody').scrollLeft`)).toBeGreaterThan(0)
    for (let row = 0; row < 20; row += 1) await page.keyboard.press('j')
    for (let row = 0; row < 19; row += 1) await page.keyboard.press('k')
    // The first row again: not behind the head.
    await expect.poll(() => page.evaluate(FIRST_ROW)).toBe(true)
  })
})

interface Head {
  readonly top: number
  readonly isSeen: boolean
}

const HEAD = `(() => {
  const head = document.querySelector('thead')
  const { top, left, width } = head.getBoundingClientRect()
  const seen = document.elementFromPoint(left + width / 2, top + 10)
  return { top: Math.round(top), isSeen: head.contains(seen) }
})()`

interface Aside {
  /** Distance of each cell of the first row from the head of its column. */
  readonly apart: readonly number[]
  readonly title: number
  readonly scrolled: boolean
}

const SCROLL_ASIDE = `(async () => {
  const body = document.querySelector('tbody')
  body.scrollLeft = (document.documentElement.dir === 'rtl' ? -1 : 1) * body.scrollWidth
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const heads = [...document.querySelectorAll('thead th')]
  const cells = [...document.querySelector('tbody tr').children]
  return {
    apart: heads.map((head, at) => Math.round(head.getBoundingClientRect().left - cells[at].getBoundingClientRect().left)),
    title: cells[1].getBoundingClientRect().width,
    scrolled: body.scrollLeft !== 0,
  }
})()`

const FIRST_ROW = `(() => {
  const { top } = document.querySelector('[data-current]').getBoundingClientRect()
  return top >= document.querySelector('thead').getBoundingClientRect().bottom - 1
})()`

describe.skipIf(browser === null)('files without image sizes', () => {
  beforeAll(async () => {
    const file = new File(['Only words.'], 'words.txt', { type: 'text/plain' })
    await must(inApplication()['files'], 'files').create({ file } as never)
  })

  it('are listed as tiles and rows, and opened', async () => {
    const { page, problems } = await site.openSignedIn('/collections/files')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'words.txt' }).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('cell', { name: 'words.txt' }).getByRole('link').click()
    await page.getByText('Replace file').waitFor()
    expect(problems).toEqual([])
  })
})

interface Measured {
  /** How wide its cell is. */
  readonly title: number
  /** Distance from the left edge of the table to the title; the same after scrolling to the end. */
  readonly left: number
  readonly scrolled: number
  /** Visible width of the table. */
  readonly area: number
}

async function measure(page: Page): Promise<Measured> {
  return (await page.evaluate(MEASURE)) as Measured
}

// Code for the page is text: there is no `document` here.
const MEASURE = `(() => {
  const table = document.querySelector('table')
  const frame = table.querySelector('tbody')
  const isMirrored = document.documentElement.dir === 'rtl'
  const cell = table.querySelector('tbody tr td:nth-child(2)')
  const start = () => {
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()]
    return Math.round(isMirrored ? outer.right - inner.right : inner.left - outer.left)
  }
  frame.scrollLeft = 0
  const left = start()
  frame.scrollLeft = (isMirrored ? -1 : 1) * frame.scrollWidth
  const scrolled = start()
  frame.scrollLeft = 0
  return { title: cell.getBoundingClientRect().width, left, scrolled, area: frame.clientWidth }
})()`
