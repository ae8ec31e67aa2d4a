import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('tests run on the pinned Node, with its SQLite', () => {
  expect(process.versions.node.split('.')[0]).toBe('24')
  expect(new DatabaseSync(':memory:').prepare('select 1 as one').get()).toEqual({ one: 1 })
})

test('tests reach a PostgreSQL server of their own', async () => {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  const { rows } = await client.query<{ version: string }>('show server_version_num')
  await client.end()
  expect(rows).toEqual([{ server_version_num: expect.stringMatching(/^18/) }])
})
