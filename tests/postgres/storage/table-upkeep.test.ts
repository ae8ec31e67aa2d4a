// @module-tag release
import { openStorage } from '@quirecms/sql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const schema = {
  tables: [
    {
      name: 'posts',
      shape: '1',
      columns: [],
      indexes: [
        {
          name: 'kind',
          path: { storedAs: 'text', steps: [{ kind: 'key', name: 'kind' }] },
          unique: false,
          short: true,
        },
      ],
    },
  ],
} as const

const at = '2026-01-01T00:00:00.000Z'
const document = (number: number) => ({
  id: `post ${number}`,
  revision: 1,
  createdAt: at,
  updatedAt: at,
  json: JSON.stringify({ kind: `kind ${number % 10}` }),
  shape: '1',
  columns: {},
})

describe('growing PostgreSQL tables', () => {
  let database: OpenedDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await createDatabase('postgres')
    client = new pg.Client(database.database.dialect === 'postgres' ? database.database.url : '')
    await client.connect()
  })

  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('have current statistics without manual upkeep', async () => {
    const storage = await openStorage({ database: database.database, schema })
    await storage.migrations.apply()
    // Disables autovacuum, so that it can't be the cause.
    await client.query(`alter table "doc_posts" set (autovacuum_enabled = false)`)
    const reference = { path: 'related', locale: '', collection: 'posts', id: 'post 1' }
    for (let first = 0; first < 1500; first += 500) {
      await storage.transaction(async (tx) => {
        for (let number = first; number < first + 500; number += 1) {
          await tx.insert('posts', document(number), [reference])
        }
      })
    }
    const lookedAfter = async () => {
      const { rows } = await client.query<{ relname: string }>(
        // Only all-visible pages allow index-only scans.
        `select relname from pg_class where relname in ('doc_posts', 'quire_references')
           and reltuples >= 1000 and relallvisible > 0 order by relname`,
      )
      return rows.map(({ relname }) => relname)
    }
    await expect.poll(lookedAfter).toEqual(['doc_posts', 'quire_references'])
    const known = () => client.query(`select 1 from pg_stats where tablename = 'doc_posts' and attname like 'ix_%'`)
    await expect.poll(async () => (await known()).rowCount).toBe(1)
    await storage.close()
  })

  test('get statistics with their indexes if there are documents', async () => {
    const path = { storedAs: 'text', steps: [{ kind: 'key', name: 'title' }] } as const
    const title = { ...schema.tables[0].indexes[0], name: 'title', path } as const
    const tables = [{ ...schema.tables[0], indexes: [...schema.tables[0].indexes, title] }]
    const storage = await openStorage({ database: database.database, schema: { tables } })
    await storage.migrations.apply()
    await storage.close()
    const { rowCount } = await client.query(
      `select from pg_stats where tablename = 'doc_posts' and attname like 'ix_%'`,
    )
    expect(rowCount).toBe(2)
  })
})
