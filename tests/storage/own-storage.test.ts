import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { openStorage } from '@quire/sql'
import { createTestDatabase, DIALECTS } from '@quire/testkit'
import { collection, createApp, createLogger, defineConfig, f, type OpenStorage, sqlite } from 'quire'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

const notes = collection({
  fields: { title: f.text({ required: true, unique: true }) },
  access: { create: () => true, read: () => true },
})
const log = createLogger({ level: 'silent' })

describe.each(DIALECTS)('a storage in front of the configured one (%s)', (dialect) => {
  it('sees all that is stored, and nothing of what it refuses', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const seen = { transactions: 0, closed: 0 }
    let isClosing = false
    const watching: OpenStorage = async (needs, openConfigured) => {
      expect(needs.schema.tables.map(({ name }) => name)).toContain('notes')
      const storage = await openConfigured()
      return {
        ...storage,
        transaction: (work, options) => {
          if (isClosing) throw new Error('nobody writes now')
          seen.transactions += 1
          return storage.transaction(work, options)
        },
        close: () => {
          seen.closed += 1
          return storage.close()
        },
      }
    }
    const config = defineConfig({ database: database.config, collections: { notes } })
    const app = await createApp(config, { storage: watching, jobs: false, log })
    seen.transactions = 0
    await app.local.collections.notes.create({ title: 'One' })
    expect(seen.transactions).toBe(1)
    await expect(app.local.collections.notes.create({ title: 'One' })).rejects.toMatchObject({ code: 'validation' })
    isClosing = true
    await expect(app.local.collections.notes.create({ title: 'Two' })).rejects.toThrow('nobody writes now')
    expect(await app.local.collections.notes.count()).toEqual({ count: 1 })
    expect(await app.readiness()).toMatchObject({ database: 'ok', migrations: 'ok' })
    await app.close()
    expect(seen.closed).toBe(1)
  })
})

describe('a storage instead of the configured one', () => {
  it('has everything, and the configured database is not even made', async () => {
    const path = join(import.meta.dirname, '../dist/never-made/app.db')
    const config = defineConfig({ database: sqlite(path), collections: { notes } })
    const inMemory: OpenStorage = (needs) =>
      openStorage({ ...needs, database: { dialect: 'sqlite', path: ':memory:' } })
    const app = await createApp(config, { storage: inMemory, jobs: false, log })
    onTestFinished(() => app.close())
    const made = await app.local.collections.notes.create({ title: 'One' })
    expect(await app.local.collections.notes.findOne(made.id)).toMatchObject({ title: 'One' })
    expect(await app.readiness()).toEqual({ database: 'ok', migrations: 'ok', storage: 'ok' })
    await expect(access(path)).rejects.toThrow()
  })

  it('that cannot be opened keeps the application from starting', async () => {
    const config = defineConfig({ database: sqlite(':memory:'), collections: { notes } })
    const storage: OpenStorage = () => Promise.reject(new Error('the tape is torn'))
    await expect(createApp(config, { storage, log })).rejects.toThrow('the tape is torn')
  })
})
