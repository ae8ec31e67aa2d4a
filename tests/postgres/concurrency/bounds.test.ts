import { onEachDatabase, type TestResponse } from '@quirecms/testkit'
import pg from 'pg'
import { collection, defineConfig, f } from 'quirecms'
import { expect, it } from 'vitest'
import { Outbox } from '../../engine/auth/mail.ts'
import { freshAddress, makeUser, signedIn } from '../../engine/auth/people.ts'

const everybody = () => true
const AT_ONCE = 6
/** Number of concurrent transactions on PostgreSQL: more than free places, and as many as may write. */
const TOGETHER = 2
const MOMENT = '2030-01-01T00:00:00.000Z'

const config = defineConfig({
  admin: { users: 'users' },
  changes: true,
  server: { rateLimit: false },
  collections: {
    users: collection({
      auth: { invitations: true, apiKeys: true },
      fields: {},
      access: { create: everybody, read: everybody },
    }),
    notes: collection({ fields: { text: f.text() }, access: { read: everybody } }),
  },
})

/** Limits are checked by counting before inserting: two concurrent counts must not both find the last free place. */
onEachDatabase('limits under concurrent calls', { config, mailer: new Outbox() }, (app) => {
  const records = () => app().app.storage.reader.records

  /** Fills all places but one. */
  const fill = (table: string, places: number, row: (index: number) => Record<string, unknown>) =>
    app().app.storage.transaction(async (tx) => {
      for (let index = 0; index < places - 1; index += 1) await tx.records.add(table, row(index) as never)
    })

  async function person() {
    const email = freshAddress()
    const { id } = await makeUser(app(), { email })
    const { byToken, byCookie } = await signedIn(app(), email)
    return { id, owner: { collection: 'users', userId: id }, byToken, byCookie }
  }

  /** Blocks inserts but not counts, until several requests wait: without a lock, all would have counted by then. */
  async function holdInserts(table: string): Promise<(answers: Promise<TestResponse[]>) => Promise<void>> {
    const { database } = app()
    if (!('url' in database)) return async () => {}
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query(`begin; lock table "rec_${table}" in share mode`)
    const activity = async (): Promise<readonly unknown[][]> => {
      const text =
        'select wait_event_type, wait_event, state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
      return (await client.query({ text, rowMode: 'array' })).rows
    }
    const waiting = async () => (await activity()).filter(([type]) => type === 'Lock').length
    return async (answers) => {
      const tooSoon = answers.then((all) => {
        throw new Error(`All requests were answered before ${TOGETHER} waited: ${JSON.stringify(all)}`)
      })
      try {
        await Promise.race([expect.poll(waiting).toBeGreaterThanOrEqual(TOGETHER), tooSoon])
      } catch (error) {
        throw new Error(`The connections of the server: ${JSON.stringify(await activity())}`, { cause: error })
      } finally {
        await client.end()
      }
    }
  }

  /** Makes many concurrent requests for the last place: one succeeds, the others are refused. */
  async function oneOf(table: string, ask: (index: number) => Promise<TestResponse>): Promise<void> {
    const release = await holdInserts(table)
    const asked = Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(index)))
    await release(asked)
    const refused = (await asked).filter(({ status }) => status >= 300)
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: AT_ONCE - 1 }, () => [409, 'conflict']),
    )
  }

  it('hold for invitations', async () => {
    const { byToken } = await person()
    await fill('invitations', 500, (index) => ({
      collection: 'users',
      userId: `somebody-${index}`,
      addressHash: 'none',
      tokenHash: null,
      mailId: 'sent',
      createdAt: MOMENT,
      askedAt: MOMENT,
      sentAt: null,
      expiresAt: MOMENT,
      creatorCollection: null,
      creatorId: null,
    }))
    await oneOf('invitations', () =>
      app().request('POST', '/api/auth/users/invite', { headers: byToken, body: { data: { email: freshAddress() } } }),
    )
    expect(await records().count('invitations', {})).toBe(500)
  })

  it('hold for documents that a user has open', async () => {
    const { id, byToken } = await person()
    const { notes } = app().app.local.asSystem().collections
    const made = await notes.createMany(Array.from({ length: AT_ONCE }, () => ({ text: 'One' })))
    const seenAt = new Date().toISOString()
    const user = { userCollection: 'users', userId: id }
    await fill('presence', 50, (index) => ({
      ...user,
      owner: 'notes',
      documentId: `open-${index}`,
      since: seenAt,
      seenAt,
    }))
    await oneOf('presence', (index) =>
      app().request('POST', `/api/collections/notes/${made[index]?.id}/presence`, { headers: byToken }),
    )
    expect(await records().count('presence', user)).toBe(50)
  })

  it('hold for API keys', async () => {
    const { owner, byCookie } = await person()
    const empty = { note: null, expiresAt: null, lastUsedAt: null, lastUsedAddress: null, scopes: null }
    const more = { addresses: null, formerHash: null, formerUntil: null }
    await fill('api-keys', 100, (index) => {
      const id = `${owner.userId}-${index}`
      return { ...owner, ...empty, ...more, id, keyHash: id, name: 'key', prefix: 'none', createdAt: MOMENT }
    })
    await oneOf('api-keys', () =>
      app().request('POST', '/api/auth/api-keys', { headers: byCookie, body: { name: 'key' } }),
    )
    expect(await records().count('api-keys', owner)).toBe(100)
  })

  it('hold for preferences', async () => {
    const { owner, byToken } = await person()
    await fill('preferences', 250, (index) => ({ ...owner, key: `known-${index}`, value: '1' }))
    await oneOf('preferences', (index) =>
      app().request('PUT', `/api/preferences/new-${index}`, { headers: byToken, body: { value: 1 } }),
    )
    expect(await records().count('preferences', owner)).toBe(250)
  })
})
