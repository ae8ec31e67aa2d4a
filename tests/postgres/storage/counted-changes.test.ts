import type { Storage } from '@quirecms/core'
import { openStorage } from '@quirecms/sql'
import { must } from '@quirecms/testkit'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'
import { document, schema } from '../../process/storage/instance.ts'

const always = { kind: 'always' } as const

describe('totals on PostgreSQL', () => {
  let created: OpenedDatabase
  let storage: Storage
  let asked: (readonly unknown[])[]

  beforeEach(async () => {
    created = await createDatabase('postgres')
    asked = []
    storage = await open((_text, parameters) => asked.push(parameters))
    onTestFinished(async () => {
      await storage.close()
      await created.drop()
    })
    await storage.migrations.apply()
    await put('posts', 'first')
  })

  const open = (onStatement?: (text: string, parameters: readonly unknown[]) => void) =>
    openStorage({ database: created.database, schema, ...(onStatement && { onStatement }) })

  const put = (table: string, id: string, on = storage) => on.transaction((tx) => tx.insert(table, document(id), []))

  /** Counts twice: the second statement uses the total and the table state of the first one. */
  async function knownOf(table: string): Promise<readonly unknown[]> {
    await storage.reader.count(table, always)
    await storage.reader.count(table, always)
    return must(asked.at(-1), 'statement').slice(-2)
  }

  async function byHand(...statements: string[]): Promise<pg.QueryResult> {
    const client = new pg.Client({
      connectionString: must('url' in created.database ? created.database.url : '', 'url'),
    })
    await client.connect()
    try {
      let last: pg.QueryResult | undefined
      for (const statement of statements) last = await client.query(statement)
      return must(last, 'result')
    } finally {
      await client.end()
    }
  }

  test('stay cached during writes to other tables and databases, and are counted again after a write to their own', async () => {
    const known = await knownOf('posts')
    expect(known).toEqual([expect.any(String), 1])
    await put('pages', 'elsewhere')
    const other = await createDatabase('postgres')
    onTestFinished(() => other.drop())
    await byHand('create table "unrelated" ("n" int)', 'insert into "unrelated" values (1)')
    expect(await knownOf('posts')).toEqual(known)

    const instance = await open()
    onTestFinished(() => instance.close())
    await put('posts', 'second', instance)
    const [state, total] = await knownOf('posts')
    expect(total).toBe(2)
    expect(state).not.toBe(known[0])
    await byHand(`delete from "doc_posts" where "id" = 'second'`)
    expect((await knownOf('posts'))[1]).toBe(1)
    await byHand('truncate "doc_posts"')
    expect((await knownOf('posts'))[1]).toBe(0)
  })

  test('stay cached after a rollback', async () => {
    const known = await knownOf('posts')
    const failed = storage.transaction(async (tx) => {
      await tx.insert('posts', document('never'), [])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await knownOf('posts')).toEqual(known)
  })

  test('block no writer', async () => {
    const insideOne = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const one = storage.transaction(async (tx) => {
      await tx.insert('posts', document('one'), [])
      insideOne.resolve()
      await release.promise
    })
    await insideOne.promise
    await put('posts', 'two')
    expect((await knownOf('posts'))[1]).toBe(2)
    release.resolve()
    await one
    expect((await knownOf('posts'))[1]).toBe(3)
  })

  test('are correct while change rows are merged, of which few remain', async () => {
    for (let n = 0; n < 350; n++) await put('posts', `post ${n}`)
    const rows = `select count(*)::int as "rows", sum("n")::int as "changes" from "quire_changes" where "table" = 'doc_posts'`
    await expect.poll(async () => ((await byHand(rows)).rows[0] as { rows: number }).rows).toBeLessThan(150)
    expect((await byHand(rows)).rows[0]).toMatchObject({ changes: 351 })
    expect((await knownOf('posts'))[1]).toBe(351)
  })

  test('are cached from the next migration on, in an older database', async () => {
    await byHand(
      'drop table "quire_changes"',
      'drop function quire_changed() cascade',
      `update "quire_schema" set "definition" = 'old' where "kind" = 'base'`,
    )
    expect((await storage.migrations.status()).pending).toMatchObject([{ description: 'prepare the database' }])
    await storage.migrations.apply()
    const [before] = await knownOf('posts')
    await put('posts', 'second')
    const [after, total] = await knownOf('posts')
    expect(total).toBe(2)
    expect(after).not.toBe(before)
  })
})
