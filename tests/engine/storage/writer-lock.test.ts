import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqlite, type SqliteDatabase } from '@quirecms/sql'

const LIMITS = { queryTimeout: 5_000, transactionTimeout: 10_000, maxWaitingWrites: 1_000 }

let folder: string
let opened: SqliteDatabase[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quire-turns-'))
  opened = [await openSqlite(join(folder, 'a.db'), LIMITS), await openSqlite(join(folder, 'a.db'), LIMITS)]
  await opened[0]?.transaction((session) => session.command('create table written (who integer, number integer)'))
})

afterEach(async () => {
  for (const one of opened) await one.close()
  rmSync(folder, { recursive: true })
})

/** Writes continuously until stopped. */
async function writeOn(database: SqliteDatabase, who: number, written: number[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const number = (written[who] ?? 0) + 1
    await database.transaction((session) => session.change('insert into written values (?, ?)', [who, number]))
    written[who] = (written[who] ?? 0) + 1
  }
}

test('two processes that write constantly both make progress, and no write is refused', async () => {
  const written = [0, 0]
  const over = new AbortController()
  const writing = opened.flatMap((database, who) =>
    // Several at once, so that the next batch waits before the last is committed.
    Array.from({ length: 4 }, () =>
      writeOn(database, who, written, over.signal).catch((error: unknown) => {
        over.abort()
        throw error
      }),
    ),
  )
  const done = Promise.all(writing)
  await expect.poll(() => over.signal.aborted || Math.min(...written) >= 200).toBe(true)
  over.abort()
  await done
  expect(Math.min(...written)).toBeGreaterThanOrEqual(200)
  const rows = await opened[0]?.reader.rows('select who, count(*) from written group by who order by who', [])
  expect(rows?.map(([, count]) => Number(count))).toEqual(written)
  expect(readdirSync(folder).filter((name) => name.endsWith('-turn'))).toEqual([])
}, 90_000)

test('the queue file of a process that died while it waited is removed by the next write', async () => {
  const request = join(folder, 'a.db-turn')
  writeFileSync(request, '')
  await opened[0]?.transaction((session) => session.change('insert into written values (1, 1)', []))
  expect(existsSync(request)).toBe(false)
})

test('a foreign file in place of the queue file does not block writes', async () => {
  mkdirSync(join(folder, 'a.db-turn'))
  for (const number of [1, 2])
    await opened[0]?.transaction((session) => session.change('insert into written values (1, ?)', [number]))
  expect(await opened[1]?.reader.rows('select number from written order by number', [])).toEqual([[1], [2]])
})
