import { NewConnections, noteNewConnection, TimeSlice } from '@quirecms/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Time passes where the test says so: what a busy machine takes from it counts for nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Works for so long without yielding. */
function work(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds)
}

const nextRound = () => new Promise<void>((resolve) => setImmediate(resolve))

test('of waiting tasks, each client continues after the one before', async () => {
  const order: string[] = []
  const waiting = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(async (name) => {
    await new TimeSlice(name.slice(0, 1)).letOthersIn()
    order.push(name)
  })
  await Promise.all(waiting)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('one task continues in each round of the event loop', async () => {
  const order: string[] = []
  const waiting = ['a', 'b'].map(async (name) => {
    await new TimeSlice(name).letOthersIn()
    order.push(name)
  })
  await nextRound()
  expect(order).toEqual(['a'])
  await nextRound()
  expect(order).toEqual(['a', 'b'])
  await Promise.all(waiting)
})

test('a round is over for all work, whichever used it up', async () => {
  await nextRound()
  const first = new TimeSlice('a')
  work(4)
  expect(first.isOver).toBe(true)
  const second = new TimeSlice('b')
  expect(second.isOver, 'what is over at once does not wait').toBe(false)
  work(3)
  expect(second.isOver).toBe(true)
  await second.letOthersIn()
  expect(second.isOver).toBe(false)
})

test('of hundreds that continue at the same time, those beyond the round wait, however short each is', async () => {
  await nextRound()
  let rounds = 0
  const count = () => {
    rounds += 1
    setImmediate(count).unref()
  }
  setImmediate(count).unref()
  const before = Array.from({ length: 100 }, async (_, index) => {
    const slice = new TimeSlice('crowd')
    if (slice.isOver) await slice.letOthersIn()
    work(0.9)
    return { index, rounds }
  })
  const ended = await Promise.all(before)
  const atOnce = ended.filter((one) => one.rounds === 0).length
  expect(atOnce).toBeGreaterThan(5)
  expect(atOnce).toBeLessThan(20)
  expect(ended.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('new connections have priority over waiting work', async () => {
  const order: string[] = []
  const waiting = new TimeSlice('a').letOthersIn().then(() => order.push('work'))
  for (let comer = 1; comer <= 20; comer += 1) {
    noteNewConnection()
    order.push(`comer ${comer}`)
    await nextRound()
  }
  await waiting
  expect(order.indexOf('work')).toBe(20)
})

test('work continues after a while, whatever the number of new connections', async () => {
  const order: string[] = []
  const newConnections = new NewConnections()
  for (let comer = 1; comer <= 20; comer += 1) {
    noteNewConnection()
    order.push(newConnections.goFirst ? 'comer' : 'work')
    work(3)
  }
  expect(order.slice(0, 4)).toEqual(['comer', 'comer', 'comer', 'comer'])
  expect(order.filter((who) => who === 'work').length).toBeGreaterThanOrEqual(3)
  expect(newConnections.goFirst, 'no new connection since').toBe(false)
})
