// @module-tag release
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, collection, createLogger, defineConfig, f, sqlite } from 'quirecms'
import { describe, test, type TestContext } from 'vitest'

const everybody = () => true

// They wait for the service to check its file, once a second, so they run concurrently.
describe.concurrent('a database file that disappears while the service runs', () => {
  async function start({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
    const folder = mkdtempSync(join(tmpdir(), 'quire-lost-'))
    const path = join(folder, 'app.db')
    const config = defineConfig({
      database: sqlite(path),
      server: { rateLimit: false },
      collections: {
        notes: collection({ fields: { text: f.text() }, access: { read: everybody, create: everybody } }),
      },
    })
    const app = await createApp(config, { log: createLogger({ level: 'silent' }) })
    const url = await app.listen({ port: 0 })
    onTestFinished(async () => {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const headers = { 'content-type': 'application/json' }
    const statusOf = async (call: Promise<Response>) => (await call).status
    return {
      folder,
      path,
      write: () => statusOf(fetch(`${url}/api/collections/notes`, { method: 'POST', headers, body: '{"text":"a"}' })),
      read: () => statusOf(fetch(`${url}/api/collections/notes`)),
      isReady: () => statusOf(fetch(`${url}/readyz`)),
      snapshot: () => app.storage.snapshot(async (reader) => reader.count('notes', { kind: 'always' })),
      count: async () => (await app.local.collections.notes.count()).count,
    }
  }

  type Service = Awaited<ReturnType<typeof start>>

  const losses: Readonly<Record<string, (service: Service) => void>> = {
    moved: ({ path }) => renameSync(path, `${path}.moved`),
    deleted: ({ path }) => rmSync(path),
    'replaced by a copy': ({ path }) => {
      copyFileSync(path, `${path}.copy`)
      renameSync(`${path}.copy`, path)
    },
    'replaced by something else': ({ path }) => {
      rmSync(path)
      writeFileSync(path, 'no database')
    },
    'deprived of its log': ({ path }) => rmSync(`${path}-wal`),
    'gone with its folder': ({ folder }) => rmSync(folder, { recursive: true }),
  }

  test.for(Object.entries(losses))(
    '%s: nothing is acknowledged, and the service is not ready',
    async ([, lose], { expect, onTestFinished }) => {
      const service = await start({ onTestFinished })
      expect(await service.write()).toBe(201)
      lose(service)
      expect(await service.write()).toBe(503)
      await expect.poll(service.isReady).toBe(503)
      await expect.poll(service.read).toBe(503)
      expect(await service.write()).toBe(503)
    },
  )

  test('deleted: reads do not show an empty database, and no new file is created', async ({
    expect,
    onTestFinished,
  }) => {
    const service = await start({ onTestFinished })
    expect(await service.write()).toBe(201)
    expect(await service.snapshot()).toBe(1)
    rmSync(service.path)
    await expect(service.snapshot()).rejects.toMatchObject({ code: 'unavailable' })
    expect(existsSync(service.path)).toBe(false)
  })

  test.for(Object.entries(losses))(
    '%s: also noticed by reads alone, which do not repeat old results',
    async ([, lose], { expect, onTestFinished }) => {
      const service = await start({ onTestFinished })
      expect(await service.write()).toBe(201)
      expect(await service.read()).toBe(200)
      lose(service)
      await expect.poll(service.read).toBe(503)
    },
  )

  test('continues when the file is back', async ({ expect, onTestFinished }) => {
    const service = await start({ onTestFinished })
    expect(await service.write()).toBe(201)
    renameSync(service.path, `${service.path}.moved`)
    expect(await service.write()).toBe(503)
    renameSync(`${service.path}.moved`, service.path)
    expect(await service.write()).toBe(201)
    await expect.poll(service.isReady).toBe(200)
    expect(await service.read()).toBe(200)
    // A refused write has no effect.
    expect(await service.count()).toBe(2)
  })
})
