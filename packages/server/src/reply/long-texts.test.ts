import { createHash } from 'node:crypto'
import { setImmediate as nextRound } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentTag, contentTagOfPieces, joinInTurns } from './in-pieces.ts'

const pieces = Array.from({ length: 20 }, (_, index) => Buffer.from(`piece ${index} ü`))
const whole = Buffer.concat(pieces)

// Each look at the clock ends the time slice, so long work yields after every piece.
let now = performance.now()
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => (now += 8)))
afterEach(() => void vi.restoreAllMocks())

/** Returns which ends first: the long work, or work of the next event loop turn. */
async function firstOf(work: Promise<unknown>): Promise<string> {
  const order: string[] = []
  await Promise.all([work.then(() => order.push('long')), nextRound().then(() => order.push('other'))])
  return order[0] ?? ''
}

test('the ETag of a large response is a hash of its text, and other requests are served during its computation', async () => {
  const tag = contentTagOfPieces(pieces)
  expect(await firstOf(tag)).toBe('other')
  expect(await tag).toBe(contentTag(whole.toString()))
  expect(await tag).toBe(`"${createHash('sha256').update(whole).digest('base64url').slice(0, 16)}"`)
})

test('compression also runs in time slices', async () => {
  const joined = joinInTurns(pieces, whole.length)
  expect(await firstOf(joined)).toBe('other')
  expect((await joined).equals(whole)).toBe(true)
})
