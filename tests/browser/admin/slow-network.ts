// `npm run slow-network`: measures how long a list takes on a slow network and processor, and what it waits for. The
// times are those of this machine; the order of requests, and the number of sequential round trips, are not.
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { AdminSite } from './admin-site.ts'
import { closeBrowser, findBrowser } from './browser.ts'

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
}
const PROCESSOR = 4
const RUNS = 3

const browser = findBrowser()
if (browser === null) throw new Error('There is no browser here. Install Chromium, or set QUIRE_BROWSER to one.')
const site = await AdminSite.start(browser)
try {
  for (let run = 1; run <= RUNS; run += 1) {
    // A context of its own has an empty cache.
    const { page } = await site.openSignedIn('/nowhere')
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Performance.enable')
    await session.send('Network.clearBrowserCache')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
    await measure(page, session, run)
    await page.context().close()
  }
} finally {
  await site.close()
  await closeBrowser()
}

interface Request {
  readonly path: string
  readonly start: number
  end: number
  bytes: number
}

async function measure(page: Page, session: CDPSession, run: number): Promise<void> {
  const requests = new Map<string, Request>()
  let first: number | undefined
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    first ??= timestamp
    const { pathname } = new URL(request.url)
    requests.set(requestId, { path: pathname, start: timestamp - first, end: Number.NaN, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { end: timestamp - (first ?? 0), bytes: encodedDataLength })
  })
  const began = performance.now()
  await page.goto(`${site.url}/admin/collections/posts`, { waitUntil: 'commit' })
  await page.locator('tbody tr').first().waitFor()
  const took = performance.now() - began
  const { metrics } = await session.send('Performance.getMetrics')
  const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  print(`\nRun ${run}: the first row after ${seconds(took / 1000)}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  print(`  busy with code, styles and painting: ${seconds(busy)}`)
  for (const { path, start, end, bytes } of requests.values())
    print(`  ${seconds(start)} → ${seconds(end)}  ${String(bytes).padStart(7)} B  ${path}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`
}
