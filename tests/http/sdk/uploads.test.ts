import { mkdtempSync, openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '@quirecms/core'
import { createClient, type UploadProgress } from '@quirecms/sdk'
import { createTestApp, must, type TestApp } from '@quirecms/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { everything } from './everything.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-client-'))
const config = { ...everything, storage: disk(join(folder, 'objects')) }
const NOTES = 'Some notes.\n'.repeat(20_000)

let app: TestApp<typeof config>
const media = () => createClient<typeof config>({ baseUrl: app.url }).collections.media

beforeAll(async () => {
  app = await createTestApp(config, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

it('a file is uploaded with its data, and downloaded', async () => {
  const file = new File([NOTES], 'notes.txt')
  const doc = await media().create({ file, alt: 'Notes' })
  expect(doc).toMatchObject({ filename: 'notes.txt', alt: 'Notes', filesize: NOTES.length })
  const answer = await media().readFile(doc.objectKey)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await answer.text()).toBe(NOTES)
})

it('a picture comes in a width and a format, over HTTP and from the local API', { tags: ['release'] }, async () => {
  const wide = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const { objectKey } = await media().create({ file: new File([new Uint8Array(wide)], 'wide.jpg') })
  const options = { w: 320, format: 'webp', download: true } as const
  const answer = await media().readFile(objectKey, options)
  const expected = { format: 'webp', width: 320, height: 160 }
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject(expected)
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="wide.webp"')
  const content = await app.app.local.collections.media.readFile(objectKey, options)
  expect(content).toMatchObject({ mimeType: 'image/webp', filename: 'wide.webp', isInline: false })
  const chunks = await Array.fromAsync(await content.open())
  expect(await sharp(Buffer.concat(chunks)).metadata()).toMatchObject(expected)
  const refused = media().readFile(objectKey, { w: 321 as 320 })
  await expect(refused).rejects.toMatchObject({ status: 400, issues: [{ path: 'w', code: 'option' }] })
})

it('a file is read from a disk, or given with a name, and can replace another', async () => {
  await writeFile(join(folder, 'a.txt'), 'A')
  const doc = await media().create({ file: { name: 'a.txt', content: await openAsBlob(join(folder, 'a.txt')) } })
  const content = new TextEncoder().encode('BB')
  const changed = await media().update(doc.id, { file: { name: 'b.txt', content }, alt: 'B' })
  expect(changed).toMatchObject({ filename: 'b.txt', filesize: 2, alt: 'B' })
  expect(await media().update(doc.id, { alt: 'C' })).toMatchObject({ filename: 'b.txt', alt: 'C' })
})

it('an invalid file is reported as an issue', async () => {
  const call = media().create({ file: new File(['x'], 'x.txt'), alt: 1 as unknown as string })
  await expect(call).rejects.toMatchObject({ status: 422, issues: [{ path: 'data.alt', code: 'type' }] })
})

it('reports upload progress for a stream', async () => {
  const seen: UploadProgress[] = []
  const doc = await media().create(
    { file: new File([NOTES], 'notes.txt') },
    { onProgress: (progress) => seen.push(progress) },
  )
  expect(doc.filesize).toBe(NOTES.length)
  expect(must(seen.at(-1), 'report').loaded).toBeGreaterThan(NOTES.length)
})

it('reports upload progress through XMLHttpRequest', async () => {
  const { requests } = putBrowserRequestInPlace()
  const seen: UploadProgress[] = []
  const client = createClient<typeof config>({ baseUrl: app.url, credentials: 'include', token: 'abc' })
  const controller = new AbortController()
  const call = client.collections.media.create(
    { file: new File(['x'], 'x.txt') },
    { onProgress: (progress) => seen.push(progress), signal: controller.signal },
  )
  // The token is wrong, and this is the service's error.
  await expect(call).rejects.toMatchObject({ code: 'invalid_token', status: 401 })
  expect(seen).toEqual([{ loaded: 5, total: 10 }])
  expect(requests).toMatchObject([{ method: 'POST', withCredentials: true }])
  controller.abort()
  const ended = client.collections.media.create(
    { file: new File(['x'], 'x.txt') },
    { onProgress: () => {}, signal: controller.signal },
  )
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
})

/** A fake `XMLHttpRequest` based on `fetch`. */
function putBrowserRequestInPlace() {
  const requests: object[] = []
  class BrowserRequest extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    response: ArrayBuffer | null = null
    responseType = ''
    withCredentials = false
    method = ''
    url = ''
    readonly headers = new Headers()
    answered = new Headers()
    open(method: string, url: string) {
      Object.assign(this, { method, url })
      requests.push(this)
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value)
    }
    getAllResponseHeaders() {
      return [...this.answered].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
    send(body: FormData) {
      const progress = { loaded: 5, total: 10, lengthComputable: true }
      this.upload.dispatchEvent(Object.assign(new Event('progress'), progress))
      fetch(this.url, { method: this.method, headers: this.headers, body })
        .then(async (answer) => {
          Object.assign(this, { status: answer.status, answered: answer.headers, response: await answer.arrayBuffer() })
          this.dispatchEvent(new Event('load'))
        })
        .catch(() => this.dispatchEvent(new Event('error')))
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: BrowserRequest })
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest')
  })
  return { requests }
}
