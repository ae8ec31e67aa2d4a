import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { form, PDF } from './gallery.ts'
import { quarters } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-widths-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }
const images = { widths: [40, 20, 80], formats: ['avif', 'webp'] } as const

const config = defineConfig({
  storage: disk(folder),
  server: { rateLimit: false },
  collections: {
    pictures: collection({
      cache: '1h',
      upload: { images, sizes: { thumb: { width: 10 } } },
      fields: { alt: f.text() },
      access,
    }),
    still: collection({ upload: { images: { ...images, animated: 'first' } }, fields: {}, access }),
    posts: collection({ fields: { cover: f.upload({ to: 'pictures' }) }, access }),
    plain: collection({ upload: true, fields: {}, access }),
    drafts: collection({
      upload: { images },
      versions: { drafts: true },
      trash: true,
      fields: {},
      access: { ...access, readDrafts: ({ actor }) => actor !== null },
    }),
    owned: collection({
      upload: { images },
      fields: { open: f.checkbox() },
      access: { ...access, read: () => ({ open: { equals: true } }) },
    }),
  },
})

interface Picture {
  id: string
  url: string
  objectKey: string
  sizes: { thumb: { url: string } }
}

const ALL = 'image/avif,image/webp,*/*'

async function stored(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

onEachDatabase('pictures in widths', { config, matrix: 'validation' }, (app) => {
  async function upload(slug = 'pictures', content?: Buffer, name = 'a.jpg', data?: object): Promise<Picture> {
    const bytes = content ?? (await (await quarters(100, 50)).jpeg().toBuffer())
    const answer = await app().request('POST', `/api/collections/${slug}`, { body: form(bytes, name, data) })
    return docOf(answer) as unknown as Picture
  }
  const get = (url: string, headers: Record<string, string> = {}) => app().request('GET', url, { headers })
  const widthOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).width

  it.each([
    ['w=20', ALL, 'image/avif', 20],
    ['w=40&format=auto', 'image/webp, image/avif;q=0', 'image/webp', 40],
    ['w=40', '*/*', 'image/jpeg', 40],
    ['w=40', 'image/*', 'image/jpeg', 40],
    ['w=40&format=original', ALL, 'image/jpeg', 40],
    ['w=80&format=webp', '*/*', 'image/webp', 80],
  ])('are returned as %s to a client that accepts %s', async (query, accept, type, width) => {
    const { url } = await upload()
    const answer = await get(`${url}?${query}`, { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length))
    expect(await widthOf(answer.bytes)).toBe(width)
    const isNegotiated = !query.includes('format=') || query.includes('auto')
    expect(answer.headers.get('vary')?.split(', ').includes('Accept') ?? false).toBe(isNegotiated)
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^inline; filename="a.${type === 'image/jpeg' ? 'jpg' : type.slice(6)}"`),
    )
  })

  it('are never wider than the file, and then the same for all larger widths', async () => {
    const { url } = await upload('pictures', await (await quarters(30, 30)).png().toBuffer(), 'a.png')
    const before = (await stored()).length
    const wide = await get(`${url}?w=40&format=webp`)
    expect(await widthOf(wide.bytes)).toBe(30)
    expect((await get(`${url}?w=80&format=webp`)).headers.get('etag')).toBe(wide.headers.get('etag'))
    expect((await stored()).length).toBe(before + 1)
    // In its own format, the file itself is sent.
    const itself = await get(`${url}?w=80&format=original`)
    expect(itself.bytes.equals((await get(url)).bytes)).toBe(true)
    expect((await stored()).length).toBe(before + 1)
  })

  it.each([
    ['w=21', 'w'],
    ['w=0', 'w'],
    ['w=-20', 'w'],
    ['w=20.5', 'w'],
    ['w=', 'w'],
    ['w=a', 'w'],
    ['w=20&w=40', 'w'],
    ['format=webp', 'w'],
    ['w=20&format=jpeg', 'format'],
    ['w=20&format=', 'format'],
    ['w=20&h=20', 'h'],
    ['w=20&quality=1', 'quality'],
  ])('refuse %s, and generate nothing', async (query, path) => {
    const { url } = await upload()
    const before = await stored()
    const { status, body } = await get(`${url}?${query}`)
    expect([status, body.error.code]).toEqual([400, 'invalid_query'])
    expect(body.error.issues.map((issue: { path: string }) => issue.path)).toContain(path)
    if (query === 'w=21') expect(body.error.message).toContain('20, 40, 80')
    expect((await stored()).toSorted()).toEqual(before.toSorted())
  })

  it('generates each picture once for concurrent requests, and answers 304 to clients that have it', async () => {
    const { url } = await upload()
    const before = (await stored()).length
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(`${url}?w=20&format=webp`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const tags = new Set(answers.map(({ headers }) => headers.get('etag')))
    expect(tags.size).toBe(1)
    expect((await stored()).length).toBe(before + 1)
    const [tag] = [...tags]
    const again = await get(`${url}?w=20&format=webp`, { 'if-none-match': String(tag) })
    expect(again.status).toBe(304)
    const part = await get(`${url}?w=20&format=webp`, { range: 'bytes=0-9' })
    expect([part.status, part.bytes.length]).toEqual([206, 10])
    const head = await app().request('HEAD', `${url}?w=20&format=webp`)
    expect([head.status, head.headers.get('etag')]).toEqual([200, tag])
  })

  it('are limited to widths times formats, whatever is requested', { tags: ['release'] }, async () => {
    const { url } = await upload()
    const before = (await stored()).length
    const random = (choices: readonly unknown[]) => choices[Math.floor(Math.random() * choices.length)]
    const widths = [...images.widths, 1, 21, 9999, -1, 'x']
    const formats = ['auto', 'original', 'avif', 'webp', 'jpeg', 'png', 'x']
    for (let count = 0; count < 300; count += 1)
      await get(`${url}?w=${String(random(widths))}&format=${String(random(formats))}`, {
        accept: String(random([ALL, '*/*'])),
      })
    expect((await stored()).length - before).toBeLessThanOrEqual(images.widths.length * (images.formats.length + 1))
  })

  it('show the crop, with a new ETag', async () => {
    const { id, url } = await upload()
    const whole = await get(`${url}?w=80&format=webp`)
    const kept = (await stored()).length
    const crop = { x: 0, y: 0, width: 50, height: 50 }
    const changed = await app().request('PATCH', `/api/collections/pictures/${id}/image`, {
      body: { focalPoint: { x: 10, y: 10 }, crop },
    })
    expect(changed.status).toBe(200)
    const part = await get(`${url}?w=80&format=webp`)
    expect(part.headers.get('etag')).not.toBe(whole.headers.get('etag'))
    expect(await widthOf(part.bytes)).toBe(50)
    await expect.poll(async () => (await stored()).length).toBe(kept)
    // The URL stays, so clients may not cache the image as immutable.
    expect(part.headers.get('cache-control')).toBe('public, max-age=3600')
    expect((await get(url)).headers.get('cache-control')).toBe('public, max-age=3600, immutable')
  })

  it('have content-based ETags: an undone crop matches the earlier response', async () => {
    const { id, url } = await upload()
    const setCrop = (crop: object | null) =>
      app().request('PATCH', `/api/collections/pictures/${id}/image`, { body: { focalPoint: { x: 50, y: 50 }, crop } })
    const address = `${url}?w=80&format=original`
    await setCrop({ x: 0, y: 0, width: 50, height: 50 })
    const { headers } = await get(address)
    await setCrop(null)
    const since = { 'if-modified-since': headers.get('last-modified') ?? '' }
    const whole = await get(address, since)
    expect([whole.status, await widthOf(whole.bytes)]).toEqual([200, 80])
    const half = await get(address, { range: 'bytes=0-9', 'if-range': headers.get('last-modified') ?? '' })
    expect(half.status).toBe(200)
    expect((await get(address, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('are deleted with their file, also when it is replaced', async () => {
    const before = (await stored()).length
    const { id, url } = await upload()
    await get(`${url}?w=20&format=webp`)
    const other = await (await quarters(60, 60)).png().toBuffer()
    const replaced = docOf(
      await app().request('PATCH', `/api/collections/pictures/${id}`, { body: form(other, 'b.png') }),
    )
    expect((await get(`${url}?w=20&format=webp`)).status).toBe(404)
    // The file and its size are removed.
    await expect.poll(async () => (await stored()).length).toBe(before + 2)
    expect((await get(`${String(replaced['url'])}?w=20&format=webp`)).status).toBe(200)
    await app().request('DELETE', `/api/collections/pictures/${id}`)
    await expect.poll(async () => (await stored()).length).toBe(before)
  })

  it('are available only to readers of the file', async () => {
    const { id, url } = await upload('owned', undefined, 'a.jpg', { open: true })
    expect((await get(`${url}?w=20`)).status).toBe(200)
    await app().request('PATCH', `/api/collections/owned/${id}`, { body: { open: false } })
    expect((await get(`${url}?w=20`)).status).toBe(404)
    expect((await get(`${url}?w=40`)).status).toBe(404)
    const draft = await upload('drafts')
    expect((await get(`${draft.url}?w=20`)).status).toBe(404)
    await app().local.asSystem().collection('drafts').publish(draft.id)
    expect((await get(`${draft.url}?w=20`)).status).toBe(200)
    await app().request('DELETE', `/api/collections/drafts/${draft.id}`)
    expect((await get(`${draft.url}?w=20`)).status).toBe(404)
  })

  it('leave animations and other files unchanged', async () => {
    const frame = await quarters(60, 60)
    const frames = [await frame.clone().png().toBuffer(), await frame.clone().negate().png().toBuffer()]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const moving = await upload('pictures', gif, 'a.gif')
    expect((await get(`${moving.url}?w=20&format=webp`)).bytes.equals((await get(moving.url)).bytes)).toBe(true)
    const still = await upload('still', gif, 'a.gif')
    const first = await get(`${still.url}?w=20&format=webp`)
    expect(first.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(first.bytes).metadata()).pages ?? 1).toBe(1)
    const paper = await upload('pictures', PDF, 'a.pdf')
    const read = await get(`${paper.url}?w=20`)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  })

  it('exist only for original files, and in collections that configure them', async () => {
    const { sizes } = await upload()
    expect((await get(`${sizes.thumb.url}?w=20`)).status).toBe(400)
    const { url } = await upload('plain')
    expect((await get(`${url}?w=20`)).status).toBe(400)
  })

  it('are listed if selected or populated, and not otherwise', async () => {
    const { id, url } = await upload()
    const srcset = [20, 40, 80].map((width) => ({ width, url: `${url}?w=${width}` }))
    const at = `/api/collections/pictures/${id}`
    expect(docOf(await get(at))).not.toHaveProperty('srcset')
    expect(docOf(await get(`${at}?select={"alt":false}`))).not.toHaveProperty('srcset')
    expect(docOf(await get(`${at}?select={"srcset":true}`))).toEqual({ id, srcset })
    const post = docOf(await app().request('POST', '/api/collections/posts', { body: { cover: id } }))
    const shown = async (populate: object) => {
      const path = `/api/collections/posts/${post.id}?populate=${encodeURIComponent(JSON.stringify(populate))}`
      return docOf(await get(path))['cover']
    }
    expect(await shown({ cover: true })).toMatchObject({ id, srcset })
    expect(await shown({ cover: { select: { url: true } } })).toEqual({ id, url })
    expect(await shown({ cover: { select: { srcset: true } } })).toEqual({ id, srcset })
    expect(await shown({ cover: { select: { srcset: false } } })).not.toHaveProperty('srcset')
    // Never wider than the file or its crop.
    const body = { focalPoint: { x: 50, y: 50 }, crop: { x: 0, y: 0, width: 30, height: 30 } }
    await app().request('PATCH', `${at}/image`, { body })
    expect(docOf(await get(`${at}?select={"srcset":true}`))['srcset']).toEqual([
      { width: 20, url: `${url}?w=20` },
      { width: 30, url: `${url}?w=40` },
    ])
    const paper = await upload('pictures', PDF, 'a.pdf')
    expect(docOf(await get(`/api/collections/pictures/${paper.id}?select={"srcset":true}`))['srcset']).toBeNull()
    expect((await get('/api/collections/pictures?sort=srcset')).status).toBe(400)
    const written = await app().request('PATCH', at, { body: { srcset: [] } })
    expect(written.body.error.issues[0].code).toBe('read_only')
  })

  it('are described with the widths and formats of the collection', async () => {
    const { body } = await get('/api/openapi.json')
    const { parameters } = body.paths['/api/uploads/pictures/{objectKey}'].get
    const schemas = parameters.map(({ name, schema }: { name: string; schema: unknown }) => [name, schema])
    expect(schemas).toContainEqual(['w', { type: 'integer', enum: [20, 40, 80] }])
    expect(schemas).toContainEqual(['format', { type: 'string', enum: ['auto', 'original', 'avif', 'webp'] }])
    expect(schemas.map(([name]: [string]) => name)).not.toContain('accept')
  })
})
