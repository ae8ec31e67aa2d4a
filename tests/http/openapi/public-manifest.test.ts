import { type JsonValue, publicManifest } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { describeApi } from '@quirecms/server'
import fc from 'fast-check'
import { collection, f } from 'quirecms'
import { describe, expect, test } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { SECRET, someApplication } from './arbitrary-application.ts'
import { richConfig } from './rich-application.ts'

describe('the public manifest', () => {
  const manifest = publicManifest(resolveApplication(richConfig))

  test('contains nothing hidden or secret and no functions, for any fields', { tags: ['release'] }, () => {
    fc.assert(
      fc.property(someApplication, (config) => {
        const resolved = resolveApplication(config)
        const published = publicManifest(resolved)
        expectPlainJson(published)
        expect(JSON.stringify(published)).not.toContain(SECRET)
        const described = describeApi({ manifest: resolved, info: { title: 'A', version: '1' }, quireVersion: '1' })
        expect(JSON.stringify(described)).not.toContain(SECRET)
      }),
      runs(50),
    )
  })

  test('describes a collection and its capabilities', () => {
    expect(manifest['collections']).toMatchObject({
      authors: {
        slug: 'authors',
        label: 'Authors',
        description: 'People who write.',
        localized: false,
        operations: expect.arrayContaining(['list', 'create']),
        bulkActions: expect.arrayContaining(['update', 'delete']),
        systemFields: [{ name: 'id' }, { name: 'revision' }, { name: 'createdAt' }, { name: 'updatedAt' }],
      },
    })
    expect(manifest['localization']).toEqual({
      locales: ['en', 'de', 'pt-BR'],
      defaultLocale: 'en',
      fallback: { en: [], de: ['en'], 'pt-BR': [] },
    })
    expect(manifest['globals']).toMatchObject({
      settings: { operations: expect.arrayContaining(['read', 'update']), bulkActions: [] },
    })
  })

  test('contains the order of lists and accepted files, but no hidden field', () => {
    const { collections } = publicManifest(
      resolveApplication({
        collections: {
          posts: collection({ fields: { title: f.text() }, defaultSort: ['-createdAt', 'title'] }),
          notes: collection({
            fields: { rank: f.number({ hidden: true }) },
            defaultSort: '-rank',
            trash: { retention: '30d' },
          }),
          media: collection({ upload: { mimeTypes: ['image/*'], maxFileSize: '1mb' }, fields: {} }),
          files: collection({ upload: true, fields: {} }),
        },
      }),
    )
    expect(collections['notes']?.trash).toEqual({ retention: 30 * 86_400_000 })
    expect(collections['posts']?.trash).toBeUndefined()
    expect(collections['posts']).toMatchObject({ defaultSort: ['-createdAt', 'title'] })
    expect(collections['posts']).not.toHaveProperty('upload')
    expect(collections['notes']).not.toHaveProperty('defaultSort')
    expect(collections['media']?.upload).toEqual({ maxFileSize: 1024 * 1024, mimeTypes: ['image/*'] })
    expect(collections['files']?.upload).toMatchObject({ mimeTypes: null })
  })

  test('describes a field, with the options of its type', () => {
    expect(field('title')).toMatchObject({
      type: 'text',
      label: 'Title',
      description: 'Shown in lists.',
      required: true,
      localized: true,
      minLength: 3,
    })
    expect(field('mood')).toMatchObject({ options: [{ value: 'calm' }, { value: 'wild' }], default: 'calm' })
    expect(field('related')).toMatchObject({ to: ['blog-posts', 'authors'], many: true, onDelete: 'clear' })
    expect(field('readingTime')).toMatchObject({ type: 'virtual', readOnly: true })
    expect(field('seo', 'keywords')).toMatchObject({ path: 'seo.keywords', fields: [{ path: 'seo.keywords.word' }] })
    expect(field('sections')).toMatchObject({
      blocks: { quote: { fields: [{ path: 'sections.quote.text' }, {}] }, gallery: {} },
    })
  })

  test('omits defaults that are not public', () => {
    expect(field('featured')).not.toHaveProperty('default')
    expect(field('faq')).toMatchObject({ default: [{ question: 'Why?' }] })
    const text = JSON.stringify(manifest)
    for (const secret of ['nobody@example.com', '4711', 'classified', 'hunter2', 'topsecret', 'hiddenReviewer']) {
      expect(text).not.toContain(secret)
    }
  })

  function field(...path: string[]): JsonValue | undefined {
    const { 'blog-posts': posts } = manifest['collections'] as unknown as Record<string, Fields>
    return path.reduce<Fields | undefined>((inside, name) => inside?.fields.find((one) => one.name === name), posts) as
      | JsonValue
      | undefined
  }
})

interface Fields {
  name: string
  fields: Fields[]
}

function expectPlainJson(value: unknown): void {
  expect(JSON.parse(JSON.stringify(value))).toStrictEqual(value)
}
