import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyLocalApi, FieldDefinitions } from '@quirecms/core'
import { createTestDatabase, describeEachDatabase } from '@quirecms/testkit'
import { collection, createApp, createLogger, defineConfig, disk, f } from 'quirecms'
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest'
import { testLocal } from '../../../packages/quire/src/testing/test-local.ts'
import { PNG } from '../../http/uploads/gallery.ts'
import { doc, picture } from './library.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-adopted-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Stored = Record<string, unknown> & { id: string; url: string; sizes: { thumb: { url: string } } }

describeEachDatabase('pictures with addresses of uploaded files in rich texts, on %s', (dialect) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeEach(async () => {
    database = await createTestDatabase(dialect, inject('postgresUrl'))
  })
  afterEach(() => database.remove())

  /** The application with these further fields of its posts, on the same database. */
  async function withFields<T>(fields: FieldDefinitions, work: (local: Local) => Promise<T>): Promise<T> {
    const config = defineConfig({
      database: database.config,
      storage: disk(folder),
      localization: { locales: ['en', 'de'], defaultLocale: 'en' },
      collections: {
        media: collection({ upload: { sizes: { thumb: { width: 1 } } }, fields: {} }),
        posts: collection({
          versions: { drafts: true },
          fields: { body: f.richText({ localized: true }), ...fields },
        }),
      },
    })
    const app = await createApp(config, { log: createLogger({ level: 'silent' }) })
    try {
      await app.storage.migrations.apply()
      return await work(testLocal(app.local as unknown as AnyLocalApi).asSystem())
    } finally {
      await app.close()
    }
  }
  type Local = ReturnType<ReturnType<typeof testLocal>['asSystem']>

  it('become references by a migration, in every copy and snapshot', {
    tags: ['release'],
  }, async () => {
    const elsewhere = 'https://example.com/a.png'
    const { id, file } = await withFields({}, async (local) => {
      const media = (await local.collection('media').create({ file: { name: 'a.png', content: PNG } })) as Stored
      const body = doc(
        picture({ src: media.url, alt: 'A' }),
        picture({ src: media.sizes.thumb.url }),
        picture({ src: elsewhere }),
        picture({ src: '/api/uploads/media/00000000000000000000000000000000.png' }),
      )
      const posts = local.collection('posts')
      const made = (await posts.create({ body })) as Stored
      await posts.publish(made.id)
      await posts.update(made.id, { body: doc(picture({ src: media.url })) })
      expect(await local.collection('media').references(media.id)).toMatchObject({ docs: [] })
      return { id: made.id, file: media }
    })
    await withFields({ other: f.relationship({ to: 'posts' }) }, async (local) => {
      const named = { relationTo: 'media', value: file.id }
      const posts = local.collection('posts')
      const attrsOf = (post: unknown) =>
        (post as { body: { content: { attrs: unknown }[] } }).body.content.map(({ attrs }) => attrs)
      const whole = [
        { ...named, alt: 'A', src: file.url },
        { ...named, size: 'thumb', src: file.sizes.thumb.url },
        { src: elsewhere },
        { src: '/api/uploads/media/00000000000000000000000000000000.png' },
      ]
      expect(attrsOf(await posts.findOne(id, { draft: false }))).toEqual(whole)
      expect(attrsOf(await posts.findOne(id, { draft: true }))).toEqual([{ ...named, src: file.url }])
      const { data } = (await posts.version(id, 1)) as { data: unknown }
      expect(attrsOf(data)).toEqual(whole)
      expect(await local.collection('media').references(file.id)).toMatchObject({
        docs: [{ slug: 'posts', id, field: 'body' }],
      })
      expect(((await posts.findOne(id, { draft: true })) as { revision: number }).revision).toBe(3)
    })
  })
})
