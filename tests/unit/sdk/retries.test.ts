import { createClient, type QuireError } from '@quirecms/sdk'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

const LIST = { docs: [], pagination: {} }

/** A service that gives these answers, one after another. */
function serviceOf(...answers: (() => Response)[]) {
  const methods: string[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    methods.push(init?.method ?? '')
    const answer = answers[methods.length - 1]
    if (!answer) throw new Error('There are no more answers.')
    return answer()
  }
  return { methods, client: createClient({ fetch, baseUrl: 'http://service' }) }
}

const ok = () => Response.json(LIST)
const lost = () => {
  throw new TypeError('fetch failed')
}
const refused =
  (status: number, code: string, retryAfter = '0') =>
  () =>
    Response.json(
      { error: { code, status, message: 'Not now.', requestId: 'r' } },
      { status, headers: { 'retry-after': retryAfter } },
    )

/** Lets time pass, in which pauses are half as long again as the shortest. */
function ownTimers(): (milliseconds: number) => Promise<unknown> {
  vi.useFakeTimers()
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => {
    vi.useRealTimers()
    random.mockRestore()
  })
  return (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds)
}

async function attemptsAfter(
  pass: (milliseconds: number) => Promise<unknown>,
  methods: readonly string[],
  pauses: readonly number[],
): Promise<number[]> {
  const attempts: number[] = []
  for (const milliseconds of pauses) {
    await pass(milliseconds)
    attempts.push(methods.length)
  }
  return attempts
}

describe('a read is retried', () => {
  it.each([
    ['if no answer comes', lost],
    ['if the service is busy', refused(503, 'unavailable')],
    ['if there were too many requests', refused(429, 'rate_limited')],
    ['if a proxy has no server behind it', () => new Response('Bad gateway', { status: 502 })],
  ])('%s', async (_, failing) => {
    const { client, methods } = serviceOf(failing, ok)
    expect(await client.collection('posts').find()).toEqual(LIST)
    expect(methods).toEqual(['GET', 'GET'])
  })

  it('twice, with a doubled pause, and then fails with the same error', async () => {
    const pass = ownTimers()
    const { client, methods } = serviceOf(lost, lost, lost, ok)
    const call = expect(client.collection('posts').find()).rejects.toMatchObject({ code: 'network', status: 0 })
    expect(await attemptsAfter(pass, methods, [299, 1, 599, 1])).toEqual([1, 2, 2, 3])
    await call
  })

  it('when the service says', async () => {
    const pass = ownTimers()
    const { client, methods } = serviceOf(refused(503, 'unavailable', '5'), ok)
    const call = client.collection('posts').find()
    expect(await attemptsAfter(pass, methods, [4_999, 1])).toEqual([1, 2])
    expect(await call).toEqual(LIST)
  })

  it('as often as the client configures', async () => {
    const { client, methods } = serviceOf(lost, ok)
    await expect(client.with({ retries: 0 }).collection('posts').find()).rejects.toMatchObject({ code: 'network' })
    expect(methods).toHaveLength(1)
  })
})

describe('a call is not retried', () => {
  it.each([
    ['if its query took too long', refused(503, 'timeout')],
    ['if the service asks for a longer pause than allowed', refused(429, 'rate_limited', '60')],
    ['if another attempt would be refused as well', refused(403, 'forbidden')],
    ['if the service has a fault', refused(500, 'internal')],
  ])('%s', async (_, failing) => {
    const { client, methods } = serviceOf(failing, ok)
    await expect(client.collection('posts').find()).rejects.toBeInstanceOf(Error)
    expect(methods).toHaveLength(1)
  })

  it.each([lost, refused(503, 'unavailable')])('if it may have changed something', async (failing) => {
    const { client, methods } = serviceOf(failing, failing, ok)
    await expect(client.collection('posts').create({ title: 'x' })).rejects.toBeInstanceOf(Error)
    await expect(client.collection('posts').delete('x')).rejects.toBeInstanceOf(Error)
    expect(methods).toEqual(['POST', 'DELETE'])
  })
})

describe('an aborted call', () => {
  it('rejects with the reason, and is not retried', async () => {
    const controller = new AbortController()
    const { client, methods } = serviceOf(() => {
      controller.abort(new Error('No longer wanted.'))
      return lost()
    }, ok)
    const call = client.collection('posts').find({ signal: controller.signal })
    await expect(call).rejects.toThrow('No longer wanted.')
    expect(methods).toHaveLength(1)
  })

  it('stops waiting for another attempt', async () => {
    const controller = new AbortController()
    const { client, methods } = serviceOf(refused(503, 'unavailable', '4'), ok)
    const call = client.collection('posts').find({ signal: controller.signal })
    await expect.poll(() => methods.length).toBe(1)
    controller.abort(new Error('No longer wanted.'))
    await expect(call).rejects.toThrow('No longer wanted.')
    expect(methods).toHaveLength(1)
  })
})

it('an error says when another attempt may succeed', async () => {
  const { client } = serviceOf(refused(429, 'too_many_attempts', '60'))
  const error = await client
    .users('users')
    .login({ email: 'a@example.com', password: 'x' })
    .catch((caught: unknown) => caught as QuireError)
  expect(error).toMatchObject({ code: 'too_many_attempts', retryAfter: 60, requestId: undefined })
})
