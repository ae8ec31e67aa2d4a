import { QuireError } from '@quirecms/core'
import type pg from 'pg'
import type { PoolClient } from 'pg'
import { READ_ONLY_DATABASE, translatePostgresError, UNTOLD_POOLER } from './postgres-errors.ts'

/** The oldest that has passed the storage contract (docs/adr/0037-where-postgresql-lives.md). */
const OLDEST_VERSION = 15

/** A pooler may use several connections; within some rounds, two clients share one. */
const ROUNDS = 5

/** Throws for an unsuitable server; returns warnings about others. */
export async function meetServer(
  pool: pg.Pool,
  { isPooled }: { readonly isPooled: boolean },
): Promise<readonly string[]> {
  try {
    return await withConnection(pool, async (client) => {
      const [version, process, standby, readOnly] = await firstRow(client, ABOUT)
      requireVersion(Number(version))
      // A direct connection knows the process id of its server backend.
      const isDirect = Number(process) === (client as PoolClient & { readonly processID: number | null }).processID
      if (!isPooled && !isDirect && (await sharesConnections(pool, client))) {
        throw new QuireError('unavailable', UNTOLD_POOLER)
      }
      if (standby === true) return [STANDBY]
      return readOnly === 'off' ? [] : [READ_ONLY_DATABASE]
    })
  } catch (error) {
    throw translatePostgresError(error)
  }
}

const ABOUT = `select current_setting('server_version_num')::int / 10000, pg_backend_pid(), pg_is_in_recovery(),
  current_setting('transaction_read_only')`

const STANDBY =
  'The database is a replica (a standby), and can only be read: every write is answered with 503, and /readyz as well. Use the address of its primary.'

function requireVersion(version: number): void {
  if (version >= OLDEST_VERSION) return
  throw new QuireError(
    'unavailable',
    `Quire needs PostgreSQL ${OLDEST_VERSION} or later, and this server is ${version}.`,
  )
}

/**
 * Whether statements of two clients share a connection of the server, as behind a transaction pooler: connection state
 * is unreliable then.
 */
async function sharesConnections(pool: pg.Pool, client: PoolClient): Promise<boolean> {
  if (pool.options.max < 2) return hasChanged(client)
  return withConnection(pool, async (other) => {
    const own = new Set<unknown>()
    const others = new Set<unknown>()
    for (let round = 0; round < ROUNDS; round++) {
      own.add((await firstRow(client, PROCESS))[0])
      others.add((await firstRow(other, PROCESS))[0])
    }
    return own.size > 1 || others.size > 1 || !own.isDisjointFrom(others)
  })
}

async function hasChanged(client: PoolClient): Promise<boolean> {
  const seen = new Set<unknown>()
  for (let round = 0; round < ROUNDS; round++) seen.add((await firstRow(client, PROCESS))[0])
  return seen.size > 1
}

const PROCESS = 'select pg_backend_pid()'

async function firstRow(client: PoolClient, text: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
  return rows[0] ?? []
}

async function withConnection<T>(pool: pg.Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = true
  // Without a listener, a connection error between two statements would end the process.
  const ignore = () => undefined
  client.on('error', ignore)
  try {
    const result = await work(client)
    isBroken = false
    return result
  } finally {
    client.off('error', ignore)
    client.release(isBroken)
  }
}
