import { collection, type CreateInput, defineConfig, type Doc, f, type LocalApi, type UpdateInput } from 'quirecms'
import { expectTypeOf, it } from 'vitest'

const config = defineConfig({
  collections: {
    media: collection({
      upload: { mimeTypes: ['image/*'], sizes: { thumb: { width: 320 } } },
      trash: true,
      fields: { alt: f.text({ required: true }) },
    }),
    papers: collection({ upload: true, fields: {} }),
    pictures: collection({ upload: { images: true }, fields: {} }),
    covers: collection({ upload: { images: { widths: [40, 80], formats: ['png'] } }, fields: {} }),
    filed: collection({ upload: { folders: true, tags: true }, fields: {} }),
    posts: collection({
      fields: { cover: f.upload({ to: 'media' }), papers: f.upload({ to: 'papers', many: true, accept: ['text/*'] }) },
    }),
  },
})

type Media = Doc<typeof config, 'media'>

declare const local: LocalApi<typeof config>

it('documents describe their file', () => {
  expectTypeOf<Media['filename']>().toEqualTypeOf<string>()
  expectTypeOf<Media['filesize']>().toEqualTypeOf<number>()
  expectTypeOf<Media['width']>().toEqualTypeOf<number | null>()
  expectTypeOf<NonNullable<Media['focalPoint']>['x']>().toEqualTypeOf<number>()
  expectTypeOf<Media['sizes']['thumb']['url']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'papers'>>().not.toHaveProperty('sizes')
  expectTypeOf<Doc<typeof config, 'posts'>>().not.toHaveProperty('filename')
})

it('files have folders and tags if the collection enables them, and those can be written', () => {
  expectTypeOf<Doc<typeof config, 'filed'>['folder']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'filed'>['tags']>().toEqualTypeOf<string[]>()
  expectTypeOf<keyof CreateInput<typeof config, 'filed'>>().toEqualTypeOf<'folder' | 'tags'>()
  expectTypeOf<Doc<typeof config, 'papers'>>().not.toHaveProperty('folder')
  expectTypeOf<Media>().not.toHaveProperty('tags')
})

it('properties of a file cannot be written', () => {
  expectTypeOf<keyof CreateInput<typeof config, 'media'>>().toEqualTypeOf<'alt'>()
  expectTypeOf<keyof UpdateInput<typeof config, 'media'>>().toEqualTypeOf<'alt'>()
})

it('a new document needs its file', () => {
  expectTypeOf(local.collections.media.create({ file: './a.png', alt: 'A' })).resolves.toEqualTypeOf<Media>()
  expectTypeOf(local.collections.media.update('x', { file: new Blob([]) })).resolves.toEqualTypeOf<Media>()
  // @ts-expect-error: without a file
  void local.collections.media.create({ alt: 'A' })
  expectTypeOf(local.collections.media.updateImage('x', { focalPoint: { x: 1, y: 2 } })).resolves.toEqualTypeOf<Media>()
  expectTypeOf(local.collections.media.readFile('x', { trash: true })).resolves.toHaveProperty('open')
  void local.collections.media.readFile('x', { download: true })
  // @ts-expect-error: only as the file is
  void local.collections.media.readFile('x', { w: 320 })
  void local.collections.pictures.readFile('x', { w: 640, format: 'webp' })
  void local.collections.pictures.readFile('x', { w: 1920, format: 'auto' })
  // @ts-expect-error: not one of the widths
  void local.collections.pictures.readFile('x', { w: 641 })
  // @ts-expect-error: not one of the formats
  void local.collections.pictures.readFile('x', { w: 640, format: 'png' })
  void local.collections.covers.readFile('x', { w: 40, format: 'png' })
  // @ts-expect-error: not one of the widths
  void local.collections.covers.readFile('x', { w: 640 })
  // @ts-expect-error: no files here
  void local.collections.posts.readFile('x')
})

it('upload fields are ids, or the files themselves', () => {
  expectTypeOf<Doc<typeof config, 'posts'>['cover']>().toEqualTypeOf<string | null>()
  expectTypeOf<Doc<typeof config, 'posts'>['papers']>().toEqualTypeOf<string[]>()
  type Cover = NonNullable<Doc<typeof config, 'posts', { populate: { cover: true } }>['cover']>
  expectTypeOf<Exclude<Cover, string>>().toEqualTypeOf<Media>()
  void local.collections.posts.find({ where: { 'cover.mimeType': { equals: 'image/png' } }, sort: 'cover.filename' })
})
