import pg from 'pg'

/** Where `--postgres` puts the server's URL for the servers' processes. */
export const POSTGRES_URL = 'BENCH_POSTGRES_URL'

/** The URL of a database of the benchmark's own on the given server. */
export function benchDatabase(name: string): string {
  const url = new URL(process.env[POSTGRES_URL] ?? '')
  url.pathname = `/${name}`
  return url.href
}

/** Makes it anew, and resolves to its URL. */
export async function createBenchDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: process.env[POSTGRES_URL] })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  return benchDatabase(name)
}

/** What a server does by itself after a while: counts what the tables hold, so that its plans are those of a running service. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}
