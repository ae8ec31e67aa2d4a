import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, onEachDatabase } from '@quirecms/testkit'
import { collection, ConfigurationError, createApp, defineConfig, disk, f, sqlite } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { form, PDF, PNG } from './gallery.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-upload-field-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true
const access = { read: everybody, create: everybody, update: everybody, delete: everybody }

const config = defineConfig({
  storage: disk(folder),
  collections: {
    media: collection({ upload: true, fields: { alt: f.text() }, access }),
    posts: collection({
      fields: {
        title: f.text(),
        cover: f.upload({ to: 'media', accept: ['image/*'], onDelete: 'restrict' }),
        gallery: f.upload({ to: 'media', many: true }),
      },
      access,
    }),
  },
})

onEachDatabase('upload fields', { config }, (app) => {
  const upload = async (content: Buffer, name: string) =>
    docOf(await app().request('POST', '/api/collections/media', { body: form(content, name) }))
  const post = (body: object, query = '') => app().request('POST', `/api/collections/posts${query}`, { body })

  it('point to files, and are populated like any other relationship', async () => {
    const [image, paper] = [await upload(PNG, 'a.png'), await upload(PDF, 'b.pdf')]
    const made = docOf(await post({ cover: image.id, gallery: [paper.id, image.id] }))
    expect(made).toMatchObject({ cover: image.id, gallery: [paper.id, image.id] })
    const read = docOf(await app().request('GET', `/api/collections/posts/${made.id}?depth=1`))
    expect(read).toMatchObject({
      cover: { url: image['url'] },
      gallery: [{ filename: 'b.pdf' }, { filename: 'a.png' }],
    })
    const where = encodeURIComponent(JSON.stringify({ 'gallery.mimeType': { equals: 'application/pdf' } }))
    const found = await app().request('GET', `/api/collections/posts?where=${where}`)
    expect(found.body.pagination.totalDocs).toBe(1)
  })

  it('accept only the configured types', async () => {
    const paper = await upload(PDF, 'b.pdf')
    expect((await post({ cover: paper.id })).body.error.issues).toMatchObject([{ code: 'option', path: 'cover' }])
    const missing = '01900000-0000-7000-8000-000000000000'
    expect((await post({ cover: missing, gallery: [missing] })).body.error.issues).toMatchObject([
      { code: 'not_found', path: 'cover' },
      { code: 'not_found', path: 'gallery.0' },
    ])
    expect((await post({ cover: 1 })).body.error.issues).toMatchObject([{ code: 'type', path: 'cover' }])
  })

  it('restrict the deletion of files', async () => {
    const image = await upload(PNG, 'a.png')
    await post({ cover: image.id })
    const answer = await app().request('DELETE', `/api/collections/media/${image.id}`)
    expect(answer.body.error.code).toBe('referenced')
    expect((await app().request('GET', String(image['url']))).status).toBe(200)
  })
})

it('requires a collection of files, and unused names', async () => {
  const pages: string = 'pages' // The types refuse the literal.
  const wrong = defineConfig({
    database: sqlite(':memory:'),
    collections: {
      pages: collection({ fields: {} }),
      media: collection({ upload: { sizes: { tiny: {} } }, fields: { filename: f.text() } }),
      posts: collection({ fields: { cover: f.upload({ to: pages }) } }),
    },
  })
  const error = await createApp(wrong).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  expect((error as ConfigurationError).problems.map(({ place }) => place)).toEqual([
    'collections.media.upload.sizes.tiny',
    'collections.media.fields.filename',
    'collections.posts.fields.cover',
  ])
})
