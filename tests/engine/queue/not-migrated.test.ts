import { createLogger } from '@quirecms/server/log'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, defineConfig, f } from 'quirecms'
import { expect, inject, onTestFinished, test } from 'vitest'

describeEachDatabase('jobs on %s', (dialect) => {
  test('start when their tables exist, and log nothing before', async () => {
    const database = await createTestDatabase(dialect, inject('postgresUrl'))
    onTestFinished(() => database.remove())
    const lines: string[] = []
    const statements: string[] = []
    const config = defineConfig({
      database: database.config,
      collections: { posts: collection({ versions: { drafts: true }, fields: { title: f.text() } }) },
    })
    const log = createLogger({ destination: { write: (line: string) => lines.push(line) } })
    const app = await createApp(config, { migrate: false, log, onStatement: (text) => statements.push(text) })
    onTestFinished(() => app.close())
    // Calls before the migration are refused.
    for (let n = 0; n < 3; n++) await expect(app.runJobs()).rejects.toMatchObject({ code: 'unavailable' })
    statements.length = 0
    await app.migrate()
    await expect.poll(() => statements.some((text) => text.includes('jobs'))).toBe(true)
    expect(lines).toEqual([])
  })
})
