import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, f, plugin } from 'quirecms'
import { column, recordTable } from 'quirecms/plugin'
import { expect, it, onTestFinished } from 'vitest'

/** A plugin that looks up notes by their optional subject. */
function notes(having?: 'about') {
  const table = recordTable({
    name: 'notes',
    columns: { id: column.text(), about: column.textOrNull() },
    key: ['id'],
    indexes: [{ columns: ['about', 'id'], unique: false, ...(having && { having }) }],
  })
  const feature = {
    name: 'notes',
    for: ({ kind }: { kind: string }) => kind === 'service',
    adds: () => ({ records: [table] }),
  }
  return defineConfig({
    plugins: [plugin({ key: 'notes', features: [feature] })],
    collections: { posts: collection({ fields: { title: f.text() } }) },
  })
}

describeEachDatabase('a partial index of records, on %s', (dialect) => {
  it('replaces a full one, and records stay unchanged', async () => {
    const database = await createTestDatabase(dialect)
    onTestFinished(() => database.remove())
    const start = (config: ReturnType<typeof notes>) =>
      createApp(config, { database: database.config, jobs: false, log: createLogger({ level: 'silent' }) })
    const before = await start(notes())
    await before.storage.transaction(async ({ records }) => {
      for (const [id, about] of [
        ['1', 'Ann'],
        ['2', null],
        ['3', 'Bob'],
        ['4', 'Ann'],
      ] as const)
        await records.insert('notes', { id, about })
    })
    await before.close()
    const app = await start(notes('about'))
    onTestFinished(() => app.close())
    const { pending, applied } = await app.storage.migrations.status()
    expect(pending).toEqual([])
    expect(applied.map(({ description }) => description).slice(-2)).toEqual([
      expect.stringMatching(/^drop record index notes/),
      expect.stringMatching(/^create record index notes/),
    ])
    const { records } = app.storage.reader
    const idsOf = async (about: string | null) => (await records.find('notes', { about })).map(({ id }) => id)
    expect([await idsOf('Ann'), await idsOf('Bob'), await idsOf(null)]).toEqual([['1', '4'], ['3'], ['2']])
  })
})
