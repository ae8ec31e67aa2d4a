import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLaterSizes } from '@quirecms/features/commands'
import { createTestDatabase, describeEachDatabase, type TestDatabase } from '@quirecms/testkit'
import { type App, collection, createApp, createLogger, defineConfig, disk, f, type UploadConfig } from 'quirecms'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runtimeOf } from '../../../packages/quire/src/runtime-of.ts'
import { form, PDF } from './gallery.ts'
import { quarters } from './pictures.ts'

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody, publish: everybody }
const isSomebody = ({ actor }: { actor: unknown }) => actor !== null

const THUMB = { thumb: { width: 10 } }
const LATER = {
  ...THUMB,
  card: { width: 40, height: 40 },
  wide: { width: 60, format: 'webp', quality: 60 },
  boxed: { width: 70, height: 35, fit: 'contain' },
  inside: { width: 33, height: 33, fit: 'inside' },
  outside: { width: 33, height: 33, fit: 'outside' },
  filled: { width: 200, height: 20, fit: 'fill' },
} as const

interface Size {
  objectKey: string | null
  url: string
  width: number
  height: number
  mimeType: string
  filesize: number | null
}

interface Picture {
  id: string
  url: string
  revision: number
  sizes: Record<string, Size>
}

/** The configuration gains sizes between two starts; stored data stays. */
describeEachDatabase('image sizes that were configured later (%s)', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-later-'))
  let database: TestDatabase
  let app: App

  async function open(sizes: UploadConfig['sizes']) {
    const all = { ...(sizes && { sizes }) }
    const few = { sizes: { ...THUMB, ...(sizes && 'card' in sizes && { card: LATER.card }) } }
    const config = defineConfig({
      database: database.config,
      storage: disk(folder),
      server: { rateLimit: false },
      collections: {
        media: collection({ upload: all, cache: '1h', fields: { alt: f.text() }, access }),
        drafts: collection({
          upload: few,
          versions: { drafts: true },
          fields: { alt: f.text() },
          access: { ...access, readDrafts: isSomebody },
        }),
        bounded: collection({ upload: { ...few, quota: { total: '1kb' } }, fields: {}, access }),
        private: collection({ upload: few, fields: {}, access: { ...access, read: isSomebody } }),
      },
    })
    return (await createApp(config, { log: createLogger({ level: 'silent' }), jobs: false })) as unknown as App
  }

  const request = (method: string, path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://localhost${path}`, { method, ...init }))
  const get = (path: string, headers: Record<string, string> = {}) => request('GET', path, { headers })
  const send = (method: string, path: string, body: object) =>
    request(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const docOf = async (answer: Response) => ((await answer.json()) as { doc: Picture }).doc
  const read = async (slug: string, id: string): Promise<Picture> => docOf(await get(`/api/collections/${slug}/${id}`))
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
  const stored = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length

  async function upload(slug: string, content?: Buffer, name = 'a.jpg'): Promise<Picture> {
    const bytes = content ?? (await (await quarters(100, 50)).jpeg({ quality: 40 }).toBuffer())
    const answer = await request('POST', `/api/collections/${slug}`, { body: form(bytes, name) })
    expect(answer.status).toBe(201)
    return docOf(answer)
  }

  const uploaded: Record<string, Picture> = {}

  beforeAll(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
    app = await open(THUMB)
    for (const name of ['one', 'two', 'four', 'five']) uploaded[name] = await upload('media')
    uploaded['paper'] = await upload('media', PDF, 'a.pdf')
    const frame = await quarters(60, 60)
    const frames = [await frame.clone().png().toBuffer(), await frame.clone().negate().png().toBuffer()]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    uploaded['moving'] = await upload('media', gif, 'a.gif')
    for (const slug of ['drafts', 'bounded', 'private']) uploaded[slug] = await upload(slug)
    await app.close()
    app = await open(LATER)
  })

  afterAll(async () => {
    await app.close()
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const idOf = (name: string) => String(uploaded[name]?.id)

  it('are described like others, with URLs that generate them', async () => {
    const before = await stored()
    const doc = await read('media', idOf('one'))
    expect(doc.sizes['thumb']).toEqual(uploaded['one']?.sizes['thumb'])
    expect(doc.sizes['card']).toEqual({
      objectKey: null,
      url: `${doc.url}?size=card`,
      width: 40,
      height: 40,
      mimeType: 'image/jpeg',
      filesize: null,
    })
    expect(await stored()).toBe(before)
    for (const [name, size] of Object.entries(doc.sizes)) {
      const answer = await get(size.url)
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, size.mimeType])
      const { width, height } = await sharp(await bytesOf(answer)).metadata()
      expect([name, width, height]).toEqual([name, size.width, size.height])
    }
    expect(await stored()).toBe(before + Object.keys(LATER).length - 1)
    const filtered = (await (await get('/api/collections/media?limit=1&select={"sizes":{"card":true}}')).json()) as {
      docs: Picture[]
    }
    expect(filtered.docs[0]?.sizes['card']?.url).toContain('?size=card')
  })

  it('are generated once for concurrent requests, and may be cached like other pictures', async () => {
    const { url } = must(uploaded['two'])
    const before = await stored()
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(`${url}?size=card`)))
    const tags = new Set(answers.map(({ headers }) => headers.get('etag')))
    expect([tags.size, await stored()]).toEqual([1, before + 1])
    expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await get(`${url}?size=card`, { 'if-none-match': String([...tags][0]) })).status).toBe(304)
    expect((await get(`${url}?size=card`, { range: 'bytes=0-9' })).status).toBe(206)
    // A size from the upload also has a URL by its name.
    const thumb = await get(`${url}?size=thumb`)
    expect(await bytesOf(thumb)).toEqual(await bytesOf(await get(String(uploaded['two']?.sizes['thumb']?.url))))
    expect(await stored()).toBe(before + 1)
  })

  it.each(['size=nope', 'size=', 'size=card&size=thumb', 'size=card&w=20', 'size=card&download=x', 'size=__proto__'])(
    'refuse %s, and generate nothing',
    async (query) => {
      const before = await stored()
      const answer = await get(`${must(uploaded['two']).url}?${query}`)
      const { error } = (await answer.json()) as { error: { code: string } }
      expect([answer.status, error.code]).toEqual([400, 'invalid_query'])
      expect(await stored()).toBe(before)
    },
  )

  it('stay correct when the document is written, its crop changes, and its file is deleted', async () => {
    const id = idOf('four')
    const before = await stored()
    await send('PATCH', `/api/collections/media/${id}`, { alt: 'A hill' })
    const written = await read('media', id)
    expect(written).toMatchObject({ alt: 'A hill', sizes: { card: { objectKey: null, width: 40, filesize: null } } })
    expect((await get(String(written.sizes['card']?.url))).status).toBe(200)
    expect(await stored()).toBe(before + 1)
    const copy = await docOf(await send('POST', `/api/collections/media/${id}/duplicate`, {}))
    expect(copy.sizes['card']?.url).toBe(`${copy.url}?size=card`)
    expect((await get(String(copy.sizes['card']?.url))).status).toBe(200)
    // Now all belong to the document, and earlier ones are removed.
    const crop = { x: 0, y: 0, width: 50, height: 100 }
    await send('PATCH', `/api/collections/media/${id}/image`, { focalPoint: { x: 50, y: 50 }, crop })
    const framed = await read('media', id)
    expect(framed.sizes['card']).toMatchObject({ objectKey: expect.any(String), filesize: expect.any(Number) })
    expect((await get(`${framed.url}?size=card`)).status).toBe(200)
    for (const one of [id, copy.id]) await request('DELETE', `/api/collections/media/${one}`)
    await expect.poll(stored).toBe(before - 2)
  })

  it('are null for files that are not images, and show the first frame of animations', async () => {
    const paper = await read('media', idOf('paper'))
    expect(paper.sizes['card']).toMatchObject({ url: null, width: null })
    expect((await get(`${paper.url}?size=card`)).headers.get('content-type')).toBe('application/pdf')
    const moving = await read('media', idOf('moving'))
    const answer = await get(String(moving.sizes['card']?.url))
    const { format, pages = 1 } = await sharp(await bytesOf(answer)).metadata()
    expect([moving.sizes['card']?.mimeType, format, pages]).toEqual(['image/png', 'png', 1])
  })

  it('are for readers of the file, and do not count towards the quota', async () => {
    const url = (name: string) => `${must(uploaded[name]).url}?size=card`
    const before = await stored()
    expect((await get(url('private'))).status).toBe(401)
    expect((await get(url('drafts'))).status).toBe(404)
    expect(await stored()).toBe(before)
    await app.local.asSystem().collection('drafts').publish(idOf('drafts'))
    expect((await get(url('drafts'))).status).toBe(200)
    expect((await get(url('bounded'))).status).toBe(200)
  })

  it('can be generated all at once', async () => {
    const made: string[] = []
    for await (const { place, size, error } of makeLaterSizes(runtimeOf(app))) {
      expect(error).toBeUndefined()
      made.push(`${place} ${size}`)
    }
    const later = Object.keys(LATER).filter((name) => name !== 'thumb')
    for (const name of later) expect(made).toContain(`media ${idOf('five')} ${name}`)
    expect(made).toContain(`private ${idOf('private')} card`)
    expect(made).not.toContain(`media ${idOf('two')} card`)
    const before = await stored()
    expect((await get(`${must(uploaded['five']).url}?size=wide`)).status).toBe(200)
    expect(await stored()).toBe(before)
    for await (const again of makeLaterSizes(runtimeOf(app))) expect(again).toBeUndefined()
  })
})

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it was uploaded')
  return value
}
