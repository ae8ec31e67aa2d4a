import type { StorageNotifier } from '@quirecms/core'
import pg from 'pg'
import type { Queryable } from './postgres-session.ts'

/** One channel name for all applications on a server: a spurious wake-up costs one query. */
const CHANNEL = 'quire_bell'

const PAUSE_BETWEEN_RINGS = 100

const FIRST_RETRY = 250
const LONGEST_RETRY = 5_000

/**
 * Wakes other processes with LISTEN and NOTIFY. The notification is a separate statement after the commit: inside of
 * the transaction, it would serialize all commits. It can therefore be lost with the process or the connection, so
 * listeners also poll.
 */
export class PostgresBell implements StorageNotifier {
  readonly #url: string
  readonly #ringer: Queryable
  readonly #listeners = new Set<() => void>()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #wait = FIRST_RETRY
  #ringing: NodeJS.Timeout | undefined
  #isRungAgain = false
  #isClosed = false

  constructor(url: string, ringer: Queryable) {
    this.#url = url
    this.#ringer = ringer
  }

  notify(): void {
    if (this.#isClosed) return
    if (this.#ringing) {
      this.#isRungAgain = true
      return
    }
    this.#ringing = setTimeout(() => {
      this.#ringing = undefined
      if (!this.#isRungAgain) return
      this.#isRungAgain = false
      this.notify()
    }, PAUSE_BETWEEN_RINGS).unref()
    void Promise.resolve(this.#ringer.query({ text: `notify ${CHANNEL}`, rowMode: 'array' })).catch(() => undefined)
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    if (!this.#client && !this.#retry) this.#connect()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#hangUp()
    }
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#ringing)
    this.#listeners.clear()
    this.#hangUp()
  }

  #connect(): void {
    this.#retry = undefined
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'quire bell',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    this.#client = client
    const lost = () => {
      if (this.#client !== client) return
      this.#client = undefined
      client.end().catch(() => undefined)
      if (this.#isClosed || this.#listeners.size === 0) return
      this.#retry = setTimeout(() => this.#connect(), this.#wait).unref()
      this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY)
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', () => this.#tell())
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        this.#wait = FIRST_RETRY
        // Notifications may have been lost while the connection was down.
        this.#tell()
      })
      .catch(lost)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #hangUp(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
    const client = this.#client
    this.#client = undefined
    client?.end().catch(() => undefined)
  }
}
