import pg from 'pg'

/** Environment variable in which `--postgres` passes the server's URL to child processes. */
export const POSTGRES_URL = 'BENCH_POSTGRES_URL'

/** Returns the URL of one of the benchmark's own databases. */
export function benchDatabase(name: string): string {
  const url = new URL(process.env[POSTGRES_URL] ?? '')
  url.pathname = `/${name}`
  return url.href
}

export async function createBenchDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: process.env[POSTGRES_URL] })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  return benchDatabase(name)
}

/** Collects table statistics, as autovacuum does after a while, so that query plans are realistic. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}
