import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { docOf, must, onEachDatabase } from '@quirecms/testkit'
import { collection, defineConfig, disk, f } from 'quirecms'
import { afterAll, expect, it } from 'vitest'
import { form } from './gallery.ts'
import { quarters } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-copied-locales-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const everybody = () => true

const config = defineConfig({
  storage: disk(folder),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: {
    pictures: collection({
      upload: { sizes: { thumb: { width: 40, height: 40 } } },
      fields: {
        alt: f.text({ localized: true }),
        credit: f.group({ fields: { name: f.text(), note: f.text({ localized: true }) } }),
        rights: f.group({ fields: { owner: f.text() } }),
      },
      versions: true,
      access: { read: everybody, create: everybody, update: everybody, readVersions: everybody },
    }),
  },
})

onEachDatabase('documents with files and image sizes', { config }, (app) => {
  async function upload(): Promise<Record<string, unknown>> {
    const data = { alt: 'Four', credit: { name: 'Ann', note: 'By hand' }, rights: { owner: 'Bob' } }
    const file = await (await quarters(100, 100)).png().toBuffer()
    const made = docOf(await app().request('POST', '/api/collections/pictures', { body: form(file, 'a.png', data) }))
    expect(made).toMatchObject({ sizes: { thumb: { width: 40 } } })
    return made
  }
  const path = (id: unknown, rest: string) => `/api/collections/pictures/${String(id)}${rest}`

  it('copy values from one locale to another, and keep their files', async () => {
    const { id, sizes, objectKey } = await upload()
    const answer = await app().request('POST', path(id, '/copy-locale?locale=all'), { body: { from: 'en', to: 'de' } })
    expect(answer.status).toBe(200)
    expect(docOf(answer)).toMatchObject({
      revision: 2,
      alt: { en: 'Four', de: 'Four' },
      credit: { name: 'Ann', note: { en: 'By hand', de: 'By hand' } },
      rights: { owner: 'Bob' },
    })
    expect(docOf(answer)).toMatchObject({ sizes: must(sizes, 'sizes'), objectKey: must(objectKey, 'objectKey') })
  })

  it('are restored, duplicated and changed in bulk as well', async () => {
    const { id, sizes } = await upload()
    const changed = await app().request('POST', '/api/collections/pictures/bulk', {
      body: { action: 'update', ids: [id], data: { rights: { owner: 'Cleo' } } },
    })
    expect(changed.body).toMatchObject({ succeeded: 1 })
    const restored = await app().request('POST', path(id, '/restore/1'))
    expect(docOf(restored)).toMatchObject({ revision: 3, rights: { owner: 'Bob' }, sizes: must(sizes, 'sizes') })
    const copy = await app().request('POST', path(id, '/duplicate'))
    expect(docOf(copy)).toMatchObject({ rights: { owner: 'Bob' }, sizes: { thumb: { width: 40 } } })
    expect(docOf(copy)['sizes']).not.toEqual(sizes)
  })
})
