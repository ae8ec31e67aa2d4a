// @module-tag release
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AppFolder } from './quire-process.ts'

/** A wrapper around SQLite that reports its calls on standard error. */
const CONFIG = `
  import { collection, defineConfig, f, sqlite } from 'quirecms'

  const speaking = {
    dialect: 'other',
    async open(needs, openDatabase) {
      const storage = await openDatabase(sqlite('./data/own.db'))
      const say = (what) => process.stderr.write(what + '\\n')
      say('opened with ' + needs.schema.tables.length + ' tables')
      return {
        ...storage,
        transaction: (work, options) => (say('wrote'), storage.transaction(work, options)),
        close: () => (say('closed'), storage.close()),
      }
    },
  }

  export default defineConfig({
    database: speaking,
    collections: { notes: collection({ fields: { text: f.text() }, access: { read: () => true } }) },
  })`

const SEED = `export default async ({ app }) => {
  await app.local.asSystem().collections.notes.create({ text: 'Hello' })
}`

describe('commands of an application with a custom storage', { timeout: 240_000 }, () => {
  test('use that storage, whatever the environment', async () => {
    const folder = await AppFolder.create({ 'quire.config.js': CONFIG, 'seed.js': SEED })
    const env = { DATABASE_URL: 'sqlite:./data/elsewhere.db' }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await folder.run(args, { env })
      expect([args, code, stderr], stderr).toEqual([args, 0, expect.stringContaining('opened with 1 tables')])
      expect(stderr).toContain('closed')
      return { stdout, stderr }
    }
    expect((await run('migrate')).stdout).toContain('notes')
    expect((await run('run', 'seed.js')).stderr).toContain('wrote')
    const { stdout: exported } = await run('export')
    expect(exported).toContain('"text":"Hello"')
    await run('doctor')
    await run('migrate', 'status')
    await expect(access(join(folder.path, 'data/elsewhere.db'))).rejects.toThrow()
    const quire = await folder.serve(['start', '--port', '0'], { env })
    const answer = await fetch(`${quire.address}/api/collections/notes`)
    expect(await answer.json()).toMatchObject({ docs: [{ text: 'Hello' }] })
    const ready = await fetch(`${quire.address}/readyz`)
    expect(ready.status).toBe(200)
  })

  test('report a storage that cannot be opened', async () => {
    const wrong = CONFIG.replace(
      "await openDatabase(sqlite('./data/own.db'))",
      'await Promise.reject(new Error("the tape is torn"))',
    )
    const folder = await AppFolder.create({ 'quire.config.js': wrong })
    const { code, stderr } = await folder.run(['migrate'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('the tape is torn')])
  })
})
