import { Turn } from '@quire/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Time passes where the test says so: what a busy machine takes from it counts for nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Works for so long without letting anybody in. */
function work(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds)
}

const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve))

test('of those who wait for their turn, each client goes on after the one before', async () => {
  const order: string[] = []
  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) => {
    await new Turn(name.slice(0, 1)).letOthersIn()
    order.push(name)
  })
  await Promise.all(waiting)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one goes on in each round of the event loop', async () => {
  const order: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    await new Turn(name).letOthersIn()
    order.push(name)
  })
  await nextRound()
  expect(order).toEqual(['a'])
  await nextRound()
  expect(order).toEqual(['a', 'b'])
  await Promise.all(waiting)
})

test('a round is over for everybody, whoever has used it up', async () => {
  await nextRound()
  const first = new Turn('a')
  work(20)
  expect(first.isOver).toBe(true)
  const second = new Turn('b')
  expect(second.isOver, 'what is over at once does not wait').toBe(false)
  work(3)
  expect(second.isOver).toBe(true)
  await second.letOthersIn()
  expect(second.isOver).toBe(false)
})
