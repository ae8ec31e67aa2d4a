import { QuireError } from '@quirecms/core'
import { describe, expect, it } from 'vitest'
import { RateLimiter } from './clients.ts'

/** Returns the seconds that a client must wait; null if none. */
function wait(limiter: RateLimiter, client: string, now: number): number | null {
  try {
    limiter.count(client, now)
    return null
  } catch (error) {
    if (error instanceof QuireError && error.code === 'rate_limited') return error.retryAfter ?? -1
    throw error
  }
}

describe('a limit of three in ten seconds', () => {
  const limiter = () => new RateLimiter(3, 10_000)
  const counts = (times: readonly number[], one = limiter()) => times.map((now) => wait(one, 'a', now))

  it.each<[string, number[], (number | null)[]]>([
    ['lets three in', [0, 1, 2], [null, null, null]],
    ['refuses the fourth until the window is over', [0, 0, 0, 2_500], [null, null, null, 8]],
    ['rounds the time up, so that no client comes too early', [0, 0, 0, 9_001], [null, null, null, 1]],
    ['begins anew when the window is over', [0, 0, 0, 10_000], [null, null, null, null]],
    ['counts the window from the first request', [0, 9_000, 9_500, 9_999, 10_000], [null, null, null, 1, null]],
    [
      'keeps refusing a client until its window is over',
      [0, 0, 0, 5_000, 6_000, 10_000],
      [null, null, null, 5, 4, null],
    ],
  ])('%s', (_, times, waits) => expect(counts(times)).toEqual(waits))

  it('counts each client separately', () => {
    const one = limiter()
    counts([0, 0, 0], one)
    expect(wait(one, 'b', 0)).toBeNull()
    expect(wait(one, 'a', 0)).toBe(10)
  })
})

describe('the memory of a limiter', () => {
  it('drops expired windows', () => {
    const limiter = new RateLimiter(1, 1_000)
    for (let client = 0; client < 50; client += 1) limiter.count(`c${client}`, client)
    expect(limiter.clients).toBe(50)
    limiter.count('late', 5_000)
    expect(limiter.clients).toBe(1)
  })

  it('is limited to a number of clients, and evicts the oldest', () => {
    const limiter = new RateLimiter(1, 1_000_000, 3)
    for (const client of ['a', 'b', 'c', 'd']) limiter.count(client, 0)
    expect(limiter.clients).toBe(3)
    expect(wait(limiter, 'd', 0)).not.toBeNull()
    expect(wait(limiter, 'a', 0)).toBeNull()
  })
})
