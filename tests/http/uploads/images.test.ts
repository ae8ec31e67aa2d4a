import { deflateSync, crc32 } from 'node:zlib'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { form, PDF } from './gallery.ts'
import { colourOf, quarters } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-images-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  storage: disk(folder),
  collections: {
    pictures: collection({
      upload: {
        maxPixels: 1_000_000,
        sizes: {
          thumb: { width: 40, height: 40, fit: 'cover' },
          small: { width: 100, format: 'webp', quality: 60 },
          boxed: { width: 60, height: 60, fit: 'contain', format: 'png' },
        },
      },
      fields: { alt: f.text() },
      access,
    }),
    raw: collection({ upload: { keepMetadata: true }, fields: {}, access }),
  },
})

interface Made {
  objectKey: string
  url: string
  width: number
  height: number
  mimeType: string
  filesize: number
}

interface Picture extends Made {
  id: string
  revision: number
  placeholder: string
  focalPoint: unknown
  crop: unknown
  sizes: { thumb: Made; small: Made; boxed: Made }
}

onEachDatabase('images', { config }, (app) => {
  async function upload(content: Buffer, name: string, slug = 'pictures'): Promise<Picture> {
    const answer = await app().request('POST', `/api/collections/${slug}`, { body: form(content, name) })
    return docOf(answer) as unknown as Picture
  }

  const bytesOf = async ({ url }: { url: string }) => (await app().request('GET', url)).bytes

  it('get their dimensions and sizes', { tags: ['release'] }, async () => {
    const picture = await upload(await (await quarters(400, 200)).jpeg().toBuffer(), 'a.jpg')
    expect(picture).toMatchObject({ width: 400, height: 200, focalPoint: { x: 50, y: 50 }, crop: null })
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
    const { thumb, small, boxed } = picture.sizes
    expect(thumb).toMatchObject({ width: 40, height: 40, mimeType: 'image/jpeg' })
    expect(small).toMatchObject({ width: 100, height: 50, mimeType: 'image/webp' })
    expect(boxed).toMatchObject({ width: 60, height: 60, mimeType: 'image/png' })
    for (const size of [thumb, small, boxed]) {
      const bytes = await bytesOf(size)
      expect(bytes).toHaveLength(size.filesize)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: size.width, height: size.height })
    }
  })

  it('are never enlarged', async () => {
    const { sizes } = await upload(await (await quarters(30, 20)).png().toBuffer(), 'a.png')
    expect(sizes.thumb).toMatchObject({ width: 20, height: 20 })
    expect(sizes.small).toMatchObject({ width: 30, height: 20 })
    expect(sizes.boxed).toMatchObject({ width: 30, height: 30 })
  })

  it('are rotated upright, and lose their location', async () => {
    const turned = await (await quarters(80, 40))
      .withExif({ IFD0: { Copyright: 'Somebody', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const picture = await upload(turned, 'a.jpg')
    expect(picture).toMatchObject({ width: 40, height: 80 })
    const bytes = await bytesOf(picture)
    const metadata = await sharp(bytes).metadata()
    expect(metadata).toMatchObject({ width: 40, height: 80, format: 'jpeg' })
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    // Turned by 90 degrees: bottom left is now top left.
    expect(await colourOf(bytes, 'start')).toEqual([0, 0, 255])
    const kept = await upload(turned, 'a.jpg', 'raw')
    expect(kept).toMatchObject({ width: 40, height: 80, filesize: turned.length })
    expect((await bytesOf(kept)).equals(turned)).toBe(true)
  })

  it('are stored unchanged without metadata', async () => {
    const plain = await (await quarters(80, 40)).jpeg().toBuffer()
    expect((await bytesOf(await upload(plain, 'a.jpg'))).equals(plain)).toBe(true)
  })

  it('follow the focal point and the crop, under new keys', async () => {
    const original = await (await quarters(400, 200)).png().toBuffer()
    const before = await upload(original, 'a.png')
    const path = `/api/collections/pictures/${before.id}/image`
    const focal = await app().request('PATCH', path, {
      body: { focalPoint: { x: 0, y: 50 } },
      headers: { 'if-match': '1' },
    })
    const left = docOf(focal) as unknown as Picture
    expect(left).toMatchObject({ revision: 2, focalPoint: { x: 0, y: 50 }, crop: null, objectKey: before.objectKey })
    expect(left.sizes.thumb.objectKey).not.toBe(before.sizes.thumb.objectKey)
    expect(await colourOf(await bytesOf(left.sizes.thumb), 'start')).toEqual([255, 0, 0])
    const crop = { x: 50, y: 0, width: 50, height: 50 }
    const cut = docOf(
      await app().request('PATCH', path, { body: { focalPoint: { x: 75, y: 25 }, crop } }),
    ) as unknown as Picture
    expect(cut).toMatchObject({ crop, width: 400, height: 200 })
    expect(cut.sizes.small).toMatchObject({ width: 100, height: 50 })
    for (const size of [cut.sizes.thumb, cut.sizes.small])
      expect(await colourOf(await bytesOf(size))).toEqual([0, 255, 0])
    expect((await bytesOf(cut)).equals(original)).toBe(true)
    await expect.poll(async () => (await app().request('GET', before.sizes.thumb.url)).status).toBe(404)
    const whole = docOf(await app().request('PATCH', path, { body: { focalPoint: { x: 75, y: 25 }, crop: null } }))
    expect(whole['crop']).toBeNull()
    expect(
      (await app().request('PATCH', path, { body: { focalPoint: { x: 1, y: 1 } }, headers: { 'if-match': '1' } }))
        .status,
    ).toBe(409)
  })

  it('copies the sizes of a duplicate', async () => {
    const first = await upload(await (await quarters(90, 90)).png().toBuffer(), 'a.png')
    const copy = docOf(
      await app().request('POST', `/api/collections/pictures/${first.id}/duplicate`),
    ) as unknown as Picture
    expect(copy.sizes.thumb.objectKey).not.toBe(first.sizes.thumb.objectKey)
    await app().request('DELETE', `/api/collections/pictures/${first.id}`)
    expect((await bytesOf(copy.sizes.thumb)).length).toBe(first.sizes.thumb.filesize)
  })

  it('have no dimensions if they are not images', async () => {
    const paper = await upload(PDF, 'a.pdf')
    expect(paper).toMatchObject({ width: null, height: null, focalPoint: null, crop: null, placeholder: null })
    expect(paper.sizes.thumb.url).toBeNull()
    const answer = await app().request('PATCH', `/api/collections/pictures/${paper.id}/image`, {
      body: { focalPoint: { x: 1, y: 1 } },
    })
    expect(answer.body.error.code).toBe('invalid_state')
    // Replaced by an image again, and then by another type.
    const path = `/api/collections/pictures/${paper.id}`
    const image = docOf(
      await app().request('PATCH', path, { body: form(await (await quarters(9, 9)).png().toBuffer(), 'b.png') }),
    )
    expect(image).toMatchObject({ width: 9, sizes: { thumb: { width: 9 } } })
    const text = docOf(await app().request('PATCH', path, { body: form('x', 'c.txt') })) as unknown as Picture
    expect(text).toMatchObject({ width: null, sizes: { thumb: { objectKey: null } } })
  })
})

describe('refused images', () => {
  onEachDatabase('refusals', { config, matrix: 'validation' }, (app) => {
    const post = (content: Buffer, name: string) =>
      app().request('POST', '/api/collections/pictures', { body: form(content, name) })

    it('cannot be decoded', async () => {
      const whole = await (await quarters(300, 300)).jpeg().toBuffer()
      for (const [content, name] of [
        [whole.subarray(0, whole.length / 2), 'half.jpg'],
        [Buffer.concat([whole.subarray(0, 20), Buffer.alloc(500, 7)]), 'garbage.jpg'],
        [bomb(10, 10).subarray(0, 50), 'cut.png'],
      ] as const) {
        const answer = await post(content, name)
        expect(answer.status).toBe(422)
        expect(answer.body.error.issues).toMatchObject([{ code: 'format', path: 'file' }])
      }
    })

    it('has too many pixels', async () => {
      const answer = await post(bomb(30_000, 30_000), 'bomb.png')
      expect(answer.body.error.issues).toMatchObject([{ code: 'max', path: 'file' }])
    })

    it.each([
      [{}, [{ code: 'required', path: 'focalPoint' }]],
      [{ focalPoint: { x: 101, y: 0 } }, [{ code: 'max', path: 'focalPoint.x' }]],
      [
        { focalPoint: { x: 1, y: 1 }, crop: { x: 60, y: 0, width: 50, height: 10 } },
        [{ code: 'max', path: 'crop.width' }],
      ],
      [
        { focalPoint: { x: 1, y: 1 }, crop: { x: 0, y: 0, width: 0, height: 10 } },
        [{ code: 'min', path: 'crop.width' }],
      ],
      [{ focalPoint: { x: 1, y: 1 }, zoom: 2 }, [{ code: 'unknown_field', path: 'zoom' }]],
    ])('has no such frame: %j', async (body, issues) => {
      const made = docOf(await post(await (await quarters(8, 8)).png().toBuffer(), 'a.png'))
      const answer = await app().request('PATCH', `/api/collections/pictures/${made.id}/image`, { body })
      expect(answer.status).toBe(422)
      expect(answer.body.error.issues).toMatchObject(issues)
    })
  })
})

/** A small file of a large image: all pixels are equal. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const row = Math.ceil(width / 8) + 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min(row * height, 4_000_000)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
