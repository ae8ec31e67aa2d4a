import { setTimeout as sleep } from 'node:timers/promises'
import { idOf } from '../content/seeded.ts'
import { answerParent } from '../processes/answer-parent.ts'
import { ARTICLES } from './seed-library.ts'
import { TimedClient } from './timed-client.ts'

const READERS = 4
const PAUSE_MS = 5
/** Differs from the attackers' address. */
const ADDRESS = '127.0.0.2'

export interface ReadingPlan {
  readonly port: number
  readonly seconds: number
}

export interface ReadTimes {
  /** Milliseconds of each read. The first ones are separate, because they open the connection. */
  readonly times: readonly number[]
  readonly first: readonly number[]
}

answerParent(async (question) => read(question as ReadingPlan))

async function read({ port, seconds }: ReadingPlan): Promise<ReadTimes> {
  let number = 0
  const end = performance.now() + seconds * 1_000
  const readers = Array.from({ length: READERS }, () => new TimedClient(port, ADDRESS))
  await Promise.all(
    readers.map((client) =>
      client.askUntil(
        () => performance.now() > end,
        () => `/api/collections/articles/${idOf(1 + (((number += 1) * 7919) % ARTICLES))}`,
        () => sleep(PAUSE_MS),
      ),
    ),
  )
  for (const client of readers) {
    client.close()
    for (const status of client.statuses.keys()) if (status !== 200) throw new Error(`a read by id answered ${status}`)
  }
  return {
    times: readers.flatMap(({ times }) => times.slice(1)),
    first: readers.flatMap(({ times }) => times.slice(0, 1)),
  }
}
