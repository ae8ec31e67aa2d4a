import { expect, it } from 'vitest'
import type { Runtime } from '../../../packages/core/src/engine/call.ts'
import { LookOut } from '../../../packages/core/src/engine/queue/look-out.ts'

const NOON = Date.UTC(2030, 0, 1, 12)

/** All that it looks at. */
function lookOutOn(storage: Partial<Pick<Runtime['storage'], 'notifier' | 'stateOf'>>): LookOut {
  return new LookOut({ storage } as Runtime)
}

it('without notifications does not poll before the expected time', () => {
  const listeners = new Set<() => void>()
  const ring = () => {
    for (const listener of listeners) listener()
  }
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const lookOut = lookOutOn({ notifier: { notify: ring, listen } })
  // Existing work is unknown.
  expect(lookOut.mayFind(NOON)).toBe(true)
  lookOut.begin()
  expect(lookOut.mayFind(NOON)).toBe(false)
  ring()
  expect(lookOut.mayFind(NOON)).toBe(true)
  lookOut.begin()
  lookOut.expect(NOON + 5_000)
  lookOut.expect(NOON + 60_000)
  expect(lookOut.mayFind(NOON)).toBe(false)
  // Also if the clock jumps there.
  expect(lookOut.mayFind(NOON + 5_000)).toBe(true)
  // Notifications during a poll are not lost.
  lookOut.begin()
  ring()
  expect(lookOut.mayFind(NOON)).toBe(true)
  lookOut.end()
  expect(listeners.size).toBe(0)
})

it('polls after writes of other processes if notifications are not available', () => {
  let state: string | undefined = '1'
  const lookOut = lookOutOn({ stateOf: () => state })
  lookOut.begin()
  expect(lookOut.mayFind(NOON)).toBe(false)
  state = '2'
  expect(lookOut.mayFind(NOON)).toBe(true)
  lookOut.begin()
  expect(lookOut.mayFind(NOON)).toBe(false)
  state = undefined
  expect(lookOut.mayFind(NOON)).toBe(true)
})

it('always polls if writes of other processes are not visible', () => {
  const lookOut = lookOutOn({})
  lookOut.begin()
  expect(lookOut.mayFind(NOON)).toBe(true)
})
