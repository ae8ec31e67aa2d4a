import { expect, test } from 'vitest'
import {
  answerTags,
  isGone,
  mayGo,
  notingTags,
  type WaitingClient,
  waitingClient,
  withClient,
} from './waiting-client.ts'

/** Like the client of an HTTP response: getters on the prototype, and private state. */
class Client implements WaitingClient {
  readonly #leaving = new AbortController()
  hasRoom = false

  get name(): string {
    return 'users/ann'
  }

  get isGone(): boolean {
    return this.#leaving.signal.aborted
  }

  get gone(): AbortSignal {
    return this.#leaving.signal
  }

  leave(): void {
    this.#leaving.abort()
  }
}

test('a read that notes its tags keeps the name of its client, and ends with it', async () => {
  const client = new Client()
  const seen = await withClient(client, () =>
    notingTags(async () => {
      const inner = waitingClient()
      client.leave()
      return { name: inner?.name, mayGo: mayGo(inner), isGone: isGone(inner), aborted: inner?.gone?.aborted }
    }),
  )
  expect(seen.made).toEqual({ name: 'users/ann', mayGo: true, isGone: true, aborted: true })
})

test('a read that notes its tags shares the reserved memory of its response', async () => {
  const client = new Client()
  client.hasRoom = true
  const { made } = await withClient(client, () => notingTags(async () => waitingClient()?.hasRoom))
  expect(made).toBe(true)
})

test('work that continues without its client cannot be ended by noting tags', async () => {
  const staying: WaitingClient = { name: 'users/ann', gone: undefined }
  const { made } = await withClient(staying, () => notingTags(async () => mayGo(waitingClient())))
  expect(made).toBe(false)
})

test('without a client, a read notes its tags all the same', async () => {
  const { made } = await notingTags(async () => [waitingClient()?.name, answerTags() !== undefined])
  expect(made).toEqual([undefined, true])
})
