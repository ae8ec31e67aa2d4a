// `node bench/src/login-timing.ts`: checks that the time of a refused login does not reveal whether the user exists
// (docs/contract/authentication.md#passwords).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collection, createApp, defineConfig, sqlite } from 'quirecms'

/** Pairs of logins, one of each kind, in random order, so that other load on the machine affects both alike. */
const PAIRS = 300
const WARM_UP = 20
/** Largest acceptable difference of the medians on a quiet machine. */
const MOST_APART = 0.05

const folder = await mkdtemp(join(tmpdir(), 'quire-login-'))
const app = await createApp(
  defineConfig({
    database: sqlite(join(folder, 'login.db')),
    // With a lockout or a rate limit, a login would be refused without comparing a password.
    server: { rateLimit: false },
    collections: { users: collection({ auth: { lockout: false }, fields: {} }) },
  }),
)
try {
  const url = await app.listen({ port: 0 })
  const known = { email: 'known@example.com', password: 'wrong password' }
  await app.local.asSystem().auth.users.createUser({ data: { email: known.email }, password: 'the right password' })
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const body = kind === 'known' ? known : { ...known, email: `unknown-${pair + WARM_UP}@example.com` }
      const milliseconds = await timeOf(`${url}/api/auth/users/login`, body)
      if (pair >= 0) times[kind].push(milliseconds)
    }
  }
  const [wrong, unknown] = [median(times.known), median(times.unknown)]
  const ratio = unknown / wrong
  console.log(`wrong password ${wrong.toFixed(2)} ms, unknown user ${unknown.toFixed(2)} ms, ratio ${ratio.toFixed(3)}`)
  if (Math.abs(ratio - 1) > MOST_APART) process.exitCode = 1
} finally {
  await app.close()
  await rm(folder, { recursive: true, force: true })
}

async function timeOf(url: string, body: object): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  if (response.status !== 401) throw new Error(`a refused login answered ${response.status}`)
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
