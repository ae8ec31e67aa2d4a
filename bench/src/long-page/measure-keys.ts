import type { CDPSession, Page } from 'playwright-core'

/** What one key costs. */
export interface KeyCosts {
  /** From the key to the frame that shows it, in ms. */
  readonly median: number
  readonly p95: number
  /** Of the processor, per key, in ms. */
  readonly script: number
  readonly style: number
  readonly layout: number
  readonly all: number
}

const PAUSE = 120
const WARM_UP = 10

/** Notes how long after each key the frame was made that shows it. */
export const NOTE_PAINTS = `
  globalThis.paints = []
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => paints.push(performance.now() - timeStamp)
      port2.postMessage(0)
    })
  }, true)
`

/** Types into what has the focus, like a person who writes eight letters a second. */
export async function measureKeys(page: Page, session: CDPSession, keys: number): Promise<KeyCosts> {
  await type(page, WARM_UP)
  await page.evaluate('paints.length = 0')
  const before = await metricsOf(session)
  await type(page, keys)
  const after = await metricsOf(session)
  const paints = (await page.evaluate<number[]>('paints')).toSorted((one, other) => one - other)
  const each = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000) / keys
  return {
    median: at(paints, 0.5),
    p95: at(paints, 0.95),
    script: each('ScriptDuration'),
    style: each('RecalcStyleDuration'),
    layout: each('LayoutDuration'),
    all: each('TaskDuration'),
  }
}

async function type(page: Page, keys: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.type('abcdefg hij'.charAt(key % 11))
    await page.waitForTimeout(PAUSE)
  }
}

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
