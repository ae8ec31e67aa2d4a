import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { openStorage } from '@quirecms/sql'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, ConfigurationError, createApp, createLogger, defineConfig, f, type OpenStorage } from 'quirecms'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const notes = collection({
  fields: { title: f.text({ required: true, unique: true }) },
  access: { create: () => true, read: () => true },
})
const log = createLogger({ level: 'silent' })

const configWith = (open: OpenStorage) => defineConfig({ database: { dialect: 'other', open }, collections: { notes } })

describeEachDatabase('a storage wrapper around a database (%s)', (dialect) => {
  it('sees all stored data, and nothing that it refuses', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const seen = { transactions: 0, closed: 0 }
    let isClosing = false
    const watching: OpenStorage = async (needs, openDatabase) => {
      expect(needs.schema.tables.map(({ name }) => name)).toContain('notes')
      const storage = await openDatabase(database.config)
      return {
        ...storage,
        transaction: (work, options) => {
          if (isClosing) throw new Error('the storage is closing')
          seen.transactions += 1
          return storage.transaction(work, options)
        },
        close: () => {
          seen.closed += 1
          return storage.close()
        },
      }
    }
    const app = await createApp(configWith(watching), { jobs: false, log })
    seen.transactions = 0
    await app.local.collections.notes.create({ title: 'One' })
    expect(seen.transactions).toBe(1)
    await expect(app.local.collections.notes.create({ title: 'One' })).rejects.toMatchObject({ code: 'validation' })
    isClosing = true
    await expect(app.local.collections.notes.create({ title: 'Two' })).rejects.toThrow('the storage is closing')
    expect(await app.local.collections.notes.count()).toEqual({ count: 1 })
    expect(await app.readiness()).toMatchObject({ database: 'ok', migrations: 'ok' })
    await app.close()
    expect(seen.closed).toBe(1)
  })
})

describe('a custom storage', () => {
  it('stores everything, whatever the environment', async () => {
    const path = join(import.meta.dirname, '../../dist/never-made/app.db')
    const before = process.env['DATABASE_URL']
    process.env['DATABASE_URL'] = `sqlite:${path}`
    onTestFinished(() => {
      if (before === undefined) delete process.env['DATABASE_URL']
      else process.env['DATABASE_URL'] = before
    })
    const inMemory: OpenStorage = (needs) =>
      openStorage({ ...needs, database: { dialect: 'sqlite', path: ':memory:' } })
    const app = await createApp(configWith(inMemory), { jobs: false, log })
    onTestFinished(() => app.close())
    const made = await app.local.collections.notes.create({ title: 'One' })
    expect(await app.local.collections.notes.findOne(made.id)).toMatchObject({ title: 'One' })
    expect(await app.readiness()).toEqual({ database: 'ok', migrations: 'ok', storage: 'ok' })
    await expect(access(path)).rejects.toThrow()
  })

  it('that cannot be opened stops the start', async () => {
    const torn: OpenStorage = () => Promise.reject(new Error('the tape is torn'))
    await expect(createApp(configWith(torn), { log })).rejects.toThrow('the tape is torn')
  })

  it('is validated like the rest of the configuration', async () => {
    for (const database of [
      { dialect: 'other' },
      { dialect: 'other', open: 1 },
      { dialect: 'other', open() {}, path: 'x' },
    ])
      await expect(createApp({ database, collections: {} } as never, { log })).rejects.toThrow(ConfigurationError)
  })
})
