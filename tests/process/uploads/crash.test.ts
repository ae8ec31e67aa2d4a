// @module-tag release
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyLocalApi } from '@quirecms/core'
import { type App, collection, createApp, createLogger, defineConfig, disk, type QuireConfig, sqlite } from 'quirecms'
import { expect, it } from 'vitest'
import { AppFolder } from '../cli/quire-process.ts'
import { form, PNG } from '../../http/uploads/gallery.ts'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'

/** Longer than the timeout of announced objects whose process is silent. */
const MINUTES = 3 * 60_000

/** An application whose process crashes during a write. */
function dying(hook: string, upload: object | true = true): string {
  return `import { collection, defineConfig, disk, sqlite } from 'quirecms'
const die = () => { if (process.env.DIES) process.kill(process.pid, 'SIGKILL') }
export default defineConfig({
  database: sqlite('./app.db'),
  storage: disk('./files'),
  collections: { media: collection({
    upload: ${JSON.stringify(upload)}, fields: {}, hooks: { ${hook}: [die] },
    access: { read: () => true, create: () => true, update: () => true },
  }) },
})`
}

/** Objects, without temporary files of crashed processes. */
async function storedFiles(folder: AppFolder): Promise<string[]> {
  const entries = await readdir(join(folder.path, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming')).map((entry) => entry.name)
}

/** The files, as the system. */
function mediaOf(app: App) {
  return testLocal(app.local as unknown as AnyLocalApi)
    .asSystem()
    .collection('media')
}

async function reopen(folder: AppFolder, later: number) {
  const file = pathToFileURL(join(folder.path, 'quire.config.ts')).href
  const { default: config } = (await import(file)) as { default: QuireConfig }
  const clock = () => new Date(Date.now() + later)
  return createApp(config, { root: folder.path, log: createLogger({ level: 'silent' }), clock, jobs: false })
}

it('leaves no document without its file, and removes a file without a document', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': dying('afterChange', { quota: { total: PNG.length } }) })
  const service = await folder.serve(['start', '--migrate', '--port', '0'], { env: { DIES: '1' } })
  await expect(
    fetch(`${service.address}/api/collections/media`, { method: 'POST', body: form(PNG, 'a.png') }),
  ).rejects.toThrow()
  expect(await storedFiles(folder)).toHaveLength(1)
  const soon = await reopen(folder, 0)
  expect(await soon.local.collections['media']?.count()).toEqual({ count: 0 })
  await soon.runJobs()
  // It may belong to an upload of another instance.
  expect(await storedFiles(folder)).toHaveLength(1)
  const file = { name: 'a.png', content: PNG }
  await expect(mediaOf(soon).create({ file })).rejects.toMatchObject({ code: 'payload_too_large' })
  await soon.close()
  const later = await reopen(folder, MINUTES)
  await later.runJobs()
  expect(await storedFiles(folder)).toEqual([])
  expect(await readdir(join(folder.path, 'files', '.incoming'))).toEqual([])
  expect(await mediaOf(later).create({ file })).toMatchObject({ filesize: PNG.length })
  await later.close()
})

it('removes unfinished uploads of a crashed process, and none of a running one', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': dying('afterCommit') })
  const [dies, lives] = [
    await folder.serve(['start', '--migrate', '--port', '0']),
    await folder.serve(['start', '--port', '0']),
  ]
  await beginUpload(dies.address)
  const begun = await beginUpload(lives.address)
  await expect.poll(async () => (await workFiles(folder)).length).toBe(2)
  dies.signal('SIGKILL')
  await dies.ended()
  const app = await reopen(folder, 0)
  await app.runJobs()
  expect(await workFiles(folder)).toHaveLength(1)
  const answered = once(begun, 'response') as Promise<[IncomingMessage]>
  begun.end('\r\n--x--\r\n')
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  response.resume()
  await expect.poll(() => workFiles(folder)).toEqual([])
  await app.close()
  lives.signal('SIGTERM')
  await lives.ended()
})

it('removes at its start what a crashed process left', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': dying('afterCommit') })
  const service = await folder.serve(['start', '--migrate', '--port', '0'])
  await beginUpload(service.address)
  await expect.poll(async () => (await workFiles(folder)).length).toBe(1)
  service.signal('SIGKILL')
  await service.ended()
  const next = await folder.serve(['start', '--port', '0'])
  await expect.poll(() => workFiles(folder)).toEqual([])
  next.signal('SIGTERM')
  await next.ended()
})

/** A form with an unfinished file. */
async function beginUpload(address: string): Promise<ClientRequest> {
  const sent = request(`${address}/api/collections/media`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  })
  sent.on('error', () => undefined)
  sent.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(100_000)}`)
  return sent
}

/** Temporary files, without those that name their owner. */
async function workFiles(folder: AppFolder): Promise<string[]> {
  const path = join(folder.path, 'files', '.incoming')
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile() && entry.name !== 'lock').map(({ name }) => name)
}

it('keeps both once they are committed, and nothing of the previous file', async () => {
  const folder = await AppFolder.create({ 'quire.config.ts': dying('afterCommit') })
  const calm = await folder.serve(['start', '--migrate', '--port', '0'])
  const made = await fetch(`${calm.address}/api/collections/media`, { method: 'POST', body: form(PNG, 'a.png') })
  const { doc } = (await made.json()) as { doc: { id: string; objectKey: string } }
  calm.signal('SIGTERM')
  await calm.ended()
  const service = await folder.serve(['start', '--port', '0'], { env: { DIES: '1' } })
  const replacing = fetch(`${service.address}/api/collections/media/${doc.id}`, {
    method: 'PATCH',
    body: form('x', 'b.txt'),
  })
  await expect(replacing).rejects.toThrow()
  const app = await reopen(folder, 0)
  const stored = (await app.local.collections['media']?.findOne(doc.id)) as unknown as { objectKey: string }
  expect(stored.objectKey).not.toBe(doc.objectKey)
  await app.runJobs()
  expect(await storedFiles(folder)).toEqual([stored.objectKey])
  await app.close()
})

it('removes the files of documents that were deleted while their collection had no uploads', async () => {
  const folder = await AppFolder.create({})
  const open = async (upload: true | undefined) => {
    const config = defineConfig({
      database: sqlite('./app.db'),
      storage: disk('./files'),
      collections: {
        media: collection({ ...(upload && { upload }), fields: {} }),
        papers: collection({ upload: true, fields: {} }),
      },
    })
    return createApp<QuireConfig>(config, {
      root: folder.path,
      log: createLogger({ level: 'silent' }),
      jobs: false,
    })
  }
  const before = await open(true)
  const file = { name: 'a.txt', content: Buffer.from('a') }
  const stays = (await mediaOf(before).create({ file })) as { id: string; objectKey: string }
  const goes = (await mediaOf(before).create({ file })) as { id: string; objectKey: string }
  await before.close()
  const without = await open(undefined)
  await mediaOf(without).delete(goes.id)
  await without.runJobs()
  expect(await storedFiles(folder)).toHaveLength(2)
  await without.close()
  const again = await open(true)
  await again.runJobs()
  expect(await storedFiles(folder)).toEqual([stays.objectKey])
  await again.close()
})
