import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Condition, Storage } from '@quirecms/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type OpenedDatabase } from './databases.ts'

const always: Condition = { kind: 'always' }
const schema = { tables: [{ name: 'books', shape: '1', columns: [], indexes: [] }] }
const idOf = (at: number) => `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
const AT = '2026-01-01T00:00:00.000Z'
/** In one call, they would take hundreds of milliseconds. */
const BOOKS = 100
const LENGTH = 600_000

let created: OpenedDatabase
let storage: Storage

beforeAll(async () => {
  created = await createDatabase('sqlite')
  storage = await created.open({ schema })
  await storage.migrations.apply()
  await storage.transaction(async (tx) => {
    for (let number = 0; number < BOOKS; number += 1) {
      const json = JSON.stringify({ text: 'ü'.repeat(LENGTH), title: `Book ${number}` })
      const book = { id: idOf(number), revision: 1, createdAt: AT, updatedAt: AT, shape: '1', columns: {}, json }
      await tx.insert('books', book, [])
    }
  })
})
afterAll(async () => {
  await storage?.close()
  await created?.drop()
})

/** Number of turns of other work during the read. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  let turns = 0
  const others = (async () => {
    while (!over.signal.aborted) {
      turns += 1
      await nextTurn()
    }
  })()
  await work()
  over.abort()
  await others
  return turns
}

const all = { where: always, sort: [], limit: BOOKS, offset: 0 }
const ids = Array.from({ length: BOOKS }, (_, index) => idOf(index))

// In this order: lengths of ids and of members must not count as lengths of documents.
test.each([
  ['the ids', 1, () => storage.reader.idsAmong('books', ids)],
  ['one member of each document', 5, () => storage.reader.find('books', { ...all, fields: ['title'] })],
  ['whole documents', 5, () => storage.reader.find('books', all)],
  ['documents by their ids', 5, () => storage.reader.getMany('books', ids)],
  ['one member again', 5, () => storage.reader.find('books', { ...all, fields: ['title'] })],
] as const)('others get their turns while SQLite reads %s of a table with large ones', async (_name, least, read) => {
  expect(await turnsDuring(async () => expect(await read()).toHaveLength(BOOKS))).toBeGreaterThanOrEqual(least)
})
