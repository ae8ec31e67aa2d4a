import { mkdtempSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, createLogger, defineConfig, disk } from 'quirecms'
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { form } from './gallery.ts'

const parent = mkdtempSync(join(tmpdir(), 'quire-faults-'))
const folder = join(parent, 'files')
afterAll(() => rm(parent, { recursive: true, force: true }))

const everybody = () => true

const config = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    media: collection({ upload: true, fields: {}, access: { read: everybody, create: everybody, delete: everybody } }),
  },
})

const logged: { level: string; msg: string }[] = []
const log = createLogger({ level: 'error', destination: { write: (line) => void logged.push(JSON.parse(line)) } })

/** Makes all writes of files fail; SQLite and PostgreSQL write in another way. */
async function fillDisk(): Promise<() => void> {
  const handle = await open(parent)
  const prototype = Object.getPrototypeOf(handle) as Record<'write' | 'writeFile', () => Promise<never>>
  await handle.close()
  const full = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const spies = (['write', 'writeFile'] as const).map((name) => vi.spyOn(prototype, name).mockImplementation(full))
  const empty = () => spies.forEach((spy) => spy.mockRestore())
  onTestFinished(empty)
  return empty
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

onEachDatabase('storage that fails', { config, log }, (app) => {
  beforeEach(async () => {
    logged.length = 0
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
  })

  const upload = () => app().request('POST', '/api/collections/media', { body: form('x'.repeat(100_000), 'a.txt') })
  /** Readiness is cached for a second. */
  const readiness = (status: number) => expect.poll(() => app().request('GET', '/readyz')).toMatchObject({ status })

  it('that is full answers uploads with 503, leaves nothing, and is not ready until there is space', async () => {
    await readiness(200)
    const before = docOf(await upload())
    const empty = await fillDisk()
    const answer = await upload()
    expect(answer.status).toBe(503)
    expect(answer.body.error.code).toBe('unavailable')
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(answer.text).not.toContain('ENOSPC')
    expect(await storedFiles()).toEqual([before['objectKey']])
    await readiness(503)
    expect((await app().request('GET', '/readyz')).body).toMatchObject({ checks: { storage: 'failed' } })
    expect((await app().request('GET', String(before['url']))).status).toBe(200)
    empty()
    expect((await upload()).status).toBe(201)
    await readiness(200)
  })

  it('that disappeared answers 503, is not ready, and is not replaced', async () => {
    const kept = docOf(await upload())
    await readiness(200)
    await rename(folder, `${folder}.gone`)
    await readiness(503)
    expect((await upload()).status).toBe(503)
    await readiness(503)
    await expect(stat(folder)).rejects.toThrow('ENOENT')
    await rename(`${folder}.gone`, folder)
    await readiness(200)
    expect((await app().request('GET', String(kept['url']))).status).toBe(200)
    expect((await upload()).status).toBe(201)
  })

  it('reports a lost file as missing to each client, and to the operator once', async () => {
    const url = String(docOf(await upload())['url'])
    const [file = ''] = await storedFiles()
    await rm(join(folder, file.slice(0, 2)), { recursive: true })
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await app().request(method, url)
      expect(answer.status).toBe(404)
      if (method === 'GET') expect(answer.body.error.code).toBe('not_found')
    }
    expect((await app().request('GET', url, { headers: { range: 'bytes=0-3' } })).status).toBe(404)
    await expect(
      app()
        .app.local.collections.media.readFile(file)
        .then((read) => read.open()),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(logged.map(({ level }) => level)).toEqual(['error'])
    expect(logged[0]?.msg).toContain(file)
  })
})
