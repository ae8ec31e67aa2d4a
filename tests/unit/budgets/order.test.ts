import { Budget, type BudgetOptions, type GiveBack, type QuireError, type Taking, withClient } from '@quirecms/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../setup/runs.ts'

const budgetOf = (options: Partial<BudgetOptions> = {}) =>
  new Budget({ whole: 4, mostWaiting: 100, patience: 60_000, busy: 'Busy. Try again.', ...options })

/** Takes under a name, and writes down who has begun, who was refused, and what gives back. */
class Ledger {
  readonly begun: string[] = []
  readonly refused = new Map<string, QuireError>()
  readonly #giving = new Map<string, GiveBack>()
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Resolves when whatever can happen at once has happened. */
  async take(name: string, taking: Taking): Promise<void> {
    this.#budget.take(taking).then(
      (giveBack) => {
        this.begun.push(name)
        this.#giving.set(name, giveBack)
      },
      (error: QuireError) => this.refused.set(name, error),
    )
    await settled()
  }

  async giveBack(name: string): Promise<void> {
    this.#giving.get(name)?.()
    await settled()
  }
}

/** Each of those who are let in goes on in a round of the event loop of its own. */
const settled = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('a budget', () => {
  test('leaves half of the capacity to others, even while no other client needs it', async () => {
    const ledger = new Ledger(budgetOf({ whole: 4 }))
    for (const name of ['a1', 'a2', 'a3']) await ledger.take(name, { client: 'a' })
    expect(ledger.begun).toEqual(['a1', 'a2'])
    await ledger.take('b1', { client: 'b' })
    expect(ledger.begun, 'the next client need not wait').toEqual(['a1', 'a2', 'b1'])
    await ledger.giveBack('a1')
    expect(ledger.begun.at(-1)).toBe('a3')
  })

  test('refuses hundreds that waited too long one by one, so that others are served between', async () => {
    const budget = budgetOf({ whole: 1, patience: 20 })
    const giveBack = await budget.take({ client: 'a' })
    const refused = Array.from({ length: 50 }, async () => {
      await budget.take({ client: 'a' }).catch(() => undefined)
      return rounds
    })
    let rounds = 0
    const count = () => {
      rounds += 1
      setImmediate(count).unref()
    }
    // All of them are refused at the same moment.
    const end = performance.now() + 40
    while (performance.now() < end);
    count()
    const when = await Promise.all(refused)
    expect(new Set(when).size).toBe(50)
    giveBack()
  })

  test('admits the client with the least running work first', async () => {
    const ledger = new Ledger(budgetOf({ whole: 4, share: 4 }))
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4', 'a5', 'b2', 'c1'])
      await ledger.take(name, { client: name.slice(0, 1) })
    expect(ledger.begun).toEqual(['a1', 'a2', 'a3', 'b1'])
    for (const name of ['a1', 'a2', 'a3', 'b1']) await ledger.giveBack(name)
    expect(ledger.begun.slice(4)).toEqual(['c1', 'a4', 'b2', 'a5'])
  })

  test('starts the smallest first, of one client and of all', async () => {
    const ledger = new Ledger(budgetOf({ whole: 10, share: 10 }))
    await ledger.take('first', { client: 'x', weight: 10 })
    for (const [name, weight] of Object.entries({ a9: 9, a2: 2, b7: 7, b3: 3, a1: 1 }))
      await ledger.take(name, { client: name.slice(0, 1), weight })
    await ledger.giveBack('first')
    expect(ledger.begun.slice(1)).toEqual(['a1', 'b3', 'a2'])
  })

  test('reserves capacity for the next in line', async () => {
    const ledger = new Ledger(budgetOf({ whole: 10, share: 10 }))
    await ledger.take('a5', { client: 'a', weight: 5 })
    await ledger.take('b8', { client: 'b', weight: 8 })
    await ledger.take('a1', { client: 'a', weight: 1 })
    expect(ledger.begun, 'a client that has much would keep the others out with small things').toEqual(['a5'])
    await ledger.giveBack('a5')
    expect(ledger.begun.toSorted()).toEqual(['a1', 'a5', 'b8'])
  })

  test('runs a request larger than the capacity alone', async () => {
    const ledger = new Ledger(budgetOf({ whole: 4 }))
    await ledger.take('small', { client: 'b' })
    await ledger.take('large', { client: 'a', weight: 100 })
    expect(ledger.begun).toEqual(['small'])
    await ledger.giveBack('small')
    await ledger.take('next', { client: 'b' })
    expect(ledger.begun).toEqual(['small', 'large'])
    await ledger.giveBack('large')
    expect(ledger.begun).toEqual(['small', 'large', 'next'])
  })

  test('refuses at once when too many wait, with a retry time', async () => {
    const ledger = new Ledger(budgetOf({ whole: 1, mostWaiting: 2, retryAfter: 7 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) await ledger.take(name, { client: 'a' })
    expect(ledger.begun).toEqual(['a1'])
    expect([...ledger.refused.keys()]).toEqual(['a4'])
    expect(ledger.refused.get('a4')).toMatchObject({ code: 'unavailable', retryAfter: 7, message: 'Busy. Try again.' })
  })

  test('evicts a request of the client with most of them for a client without any', async () => {
    const ledger = new Ledger(budgetOf({ whole: 1, mostWaiting: 3 }))
    await ledger.take('a1', { client: 'a' })
    for (const [name, weight] of Object.entries({ a2: 2, a9: 9, a3: 3 }))
      await ledger.take(name, { client: 'a', weight })
    await ledger.take('b1', { client: 'b' })
    expect([...ledger.refused.keys()], 'the largest goes').toEqual(['a9'])
    await ledger.giveBack('a1')
    expect(ledger.begun).toEqual(['a1', 'b1'])
  })

  test('refuses requests that wait too long', async () => {
    const ledger = new Ledger(budgetOf({ whole: 1, patience: 1 }))
    await ledger.take('a1', { client: 'a' })
    await ledger.take('b1', { client: 'b' })
    await expect.poll(() => ledger.refused.get('b1')?.code).toBe('unavailable')
    await ledger.giveBack('a1')
    expect(ledger.begun).toEqual(['a1'])
  })

  test('forgets a client that leaves the queue, and admits the next one', async () => {
    const ledger = new Ledger(budgetOf({ whole: 10, share: 10 }))
    const ending = new AbortController()
    await ledger.take('a5', { client: 'a', weight: 5 })
    await ledger.take('b8', { client: 'b', weight: 8, signal: ending.signal })
    await ledger.take('a1', { client: 'a', weight: 1 })
    ending.abort()
    await settled()
    expect(ledger.refused.get('b8')?.code).toBe('timeout')
    expect(ledger.begun).toEqual(['a5', 'a1'])
    await ledger.take('gone', { client: 'c', signal: ending.signal })
    expect(ledger.refused.get('gone')?.code).toBe('timeout')
  })

  test('counts a double release once', async () => {
    const ledger = new Ledger(budgetOf({ whole: 1 }))
    for (const name of ['a1', 'b1', 'c1']) await ledger.take(name, { client: name })
    await ledger.giveBack('a1')
    await ledger.giveBack('a1')
    expect(ledger.begun).toEqual(['a1', 'b1'])
  })

  test('attributes work to the client of the running request, and gives the application the full capacity', async () => {
    const budget = budgetOf({ whole: 2 })
    const ledger = new Ledger(budget)
    const take = (name: string, client: string) =>
      withClient({ name: client, gone: undefined }, () => ledger.take(name, {}))
    await take('a1', 'a')
    await take('a2', 'a')
    await take('b1', 'b')
    expect(ledger.begun).toEqual(['a1', 'b1'])
    const own = new Ledger(budgetOf({ whole: 2 }))
    await own.take('one', {})
    await own.take('two', {})
    expect(own.begun).toEqual(['one', 'two'])
  })
})

interface Step {
  readonly client: string
  readonly weight: number
  /** Which of those under way gives back after it, if there are that many. */
  readonly ends: number
}

const step: fc.Arbitrary<Step> = fc.record({
  client: fc.constantFrom('a', 'b', 'c'),
  weight: fc.integer({ min: 1, max: 14 }),
  ends: fc.nat(6),
})

test('in any order of acquire and release, no client has more than its share beside others, and all are served', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const whole = 10
      const budget = budgetOf({ whole })
      const under: { readonly client: string; readonly weight: number; readonly giveBack: GiveBack }[] = []
      const sumOf = (some: readonly { readonly weight: number }[]) => some.reduce((sum, { weight }) => sum + weight, 0)
      let begun = 0
      const end = async (index: number) => {
        under.splice(index, 1)[0]?.giveBack()
        await settled()
      }
      for (const { client, weight, ends } of steps) {
        void budget.take({ client, weight }).then((giveBack) => {
          begun += 1
          under.push({ client, weight, giveBack })
        })
        await settled()
        if (under.length > 1) expect(sumOf(under)).toBeLessThanOrEqual(whole)
        for (const name of ['a', 'b', 'c']) {
          const own = under.filter((one) => one.client === name)
          if (own.length > 1) expect(sumOf(own)).toBeLessThanOrEqual(whole / 2)
        }
        if (ends < under.length) await end(ends)
      }
      while (under.length > 0) await end(0)
      expect(begun).toBe(steps.length)
    }),
    runs(60),
  )
})
