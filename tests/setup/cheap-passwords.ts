/**
 * Hashing passwords at the service's own cost takes most of the time of every test that signs a user in. Tests therefore hash at
 * next to no cost, unless they say `hashAtFullCost()`. Processes that tests start (`tests/process/cli`) are not touched by this.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** Parameters of `features/auth/passwords.ts`. Hashes with other parameters, such as outdated ones, keep theirs. */
const FULL = { memory: 19_456, passes: 2 }
const CHEAP = { memory: 8, passes: 1 }

const { argon2 } = crypto
interface Chosen {
  isFull: boolean
  /** Delayed hashes, or null. */
  held: (() => void)[] | null
}
type Argon2 = typeof argon2 & { cost?: Chosen }

// Set-up files run before each test file, and all files of a worker share `node:crypto`.
const cost = (argon2 as Argon2).cost ?? replaceArgon2()

function replaceArgon2(): Chosen {
  const chosen: Chosen = { isFull: false, held: null }
  const cheaper: typeof argon2 = (algorithm, parameters, callback) => {
    const isOwn = parameters.memory === FULL.memory && parameters.passes === FULL.passes
    const hash = () => argon2(algorithm, isOwn && !chosen.isFull ? { ...parameters, ...CHEAP } : parameters, callback)
    if (chosen.held) chosen.held.push(hash)
    else hash()
  }
  Object.assign(crypto, { argon2: Object.assign(cheaper, { cost: chosen }) })
  syncBuiltinESMExports()
  return chosen
}

/** Uses the service's cost until the end of the test. For tests of that cost, and of concurrent work during a hash. */
export function hashAtFullCost(): void {
  cost.isFull = true
  onTestFinished(() => {
    cost.isFull = false
  })
}

/** Delays all hashes until `release`, so logins wait. For tests of concurrent work. */
export function holdHashing(): { readonly release: () => void } {
  cost.held = []
  const release = () => {
    const held = cost.held ?? []
    cost.held = null
    for (const hash of held) hash()
  }
  onTestFinished(release)
  return { release }
}
