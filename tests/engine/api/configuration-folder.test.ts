import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { collection, createApp, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { expect, it, onTestFinished } from 'vitest'

it('relative paths start at the folder of the configuration, whatever the working directory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = defineConfig({
    database: sqlite(relative(import.meta.dirname, join(folder, 'here.db'))),
    collections: { notes: collection({ fields: { text: f.text() } }) },
  })
  expect(process.cwd()).not.toBe(import.meta.dirname)
  const log = createLogger({ level: 'silent' })
  await (await createApp(config, { log })).close()
  expect(existsSync(join(folder, 'here.db'))).toBe(true)
  const other = { ...config, database: sqlite('there.db') }
  await (await createApp(other, { log, root: folder })).close()
  expect(existsSync(join(folder, 'there.db'))).toBe(true)
})
