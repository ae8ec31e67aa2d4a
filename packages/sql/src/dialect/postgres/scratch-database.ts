import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A temporary database. */
export interface Scratch {
  readonly url: string
  remove(): Promise<void>
}

/** Creates an empty database on the same server. */
export async function scratchDatabase(beside: string): Promise<Scratch> {
  const name = `quire_verify_${randomBytes(8).toString('hex')}`
  await command(beside, `create database ${name} template template0`)
  const url = new URL(beside)
  url.pathname = `/${name}`
  return { url: url.href, remove: () => command(beside, `drop database if exists ${name} with (force)`) }
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
