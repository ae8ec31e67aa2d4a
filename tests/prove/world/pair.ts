import type { Dialect } from '@quirecms/testkit'
import { HttpClient } from './http.ts'
import type { Surroundings } from './surroundings.ts'
import { World } from './world.ts'

export interface Pair {
  readonly world: World
  /** Two instances on one database. */
  readonly one: HttpClient
  readonly other: HttpClient
}

/** Runs `work` with two instances on one database, and cleans up. */
export async function withPair(
  surroundings: Surroundings,
  dialect: Dialect,
  work: (pair: Pair) => Promise<void>,
): Promise<void> {
  const world = await World.make(surroundings, { dialect })
  try {
    const [first, second] = await Promise.all([world.start(), world.start()])
    const pair = { world, one: new HttpClient(first.address), other: new HttpClient(second.address) }
    await world.addUsers(first.address)
    await work(pair)
    pair.one.close()
    pair.other.close()
  } finally {
    await world.remove()
  }
}
