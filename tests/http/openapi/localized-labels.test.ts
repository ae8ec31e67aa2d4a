import { publicManifest, textIn } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { describeApi } from '@quirecms/server'
import { collection, defineConfig, f, global } from 'quirecms'
import { describe, expect, test } from 'vitest'

const config = defineConfig({
  collections: {
    posts: collection({
      label: { en: 'Posts', de: 'Beiträge' },
      description: { de: 'Was die Website erzählt.' },
      fields: {
        title: f.text({
          label: { de: 'Titel', en: 'Title' },
          description: { de: 'Kurz und gut.', 'de-AT': 'Kurz und fein.' },
          admin: { placeholder: { en: 'A headline', de: 'Eine Überschrift' }, tab: { en: 'Text', de: 'Inhalt' } },
        }),
        tone: f.select({ options: ['plain', { value: 'loud', label: { en: 'Loud', de: 'Laut' } }] }),
        parts: f.blocks({
          blocks: { quote: { label: { en: 'Quote', de: 'Zitat' }, fields: {} }, rule: { fields: {} } },
        }),
      },
      admin: { group: { en: 'Content', de: 'Inhalte' }, singular: { en: 'post', de: 'Beitrag' } },
    }),
    plain: collection({ label: 'Plain', fields: { a: f.text({ label: 'A text' }) } }),
  },
  globals: { settings: global({ label: { en: 'Settings', de: 'Einstellungen' }, fields: {} }) },
})

describe('labels in several languages', () => {
  const manifest = publicManifest(resolveApplication(config))

  test('are published in all languages; a single text stays a text', () => {
    expect(manifest.collections['posts']).toMatchObject({
      label: { en: 'Posts', de: 'Beiträge' },
      description: { de: 'Was die Website erzählt.' },
      admin: { group: { en: 'Content', de: 'Inhalte' }, singular: { en: 'post', de: 'Beitrag' } },
      fields: [
        {
          label: { en: 'Title', de: 'Titel' },
          admin: { placeholder: { en: 'A headline', de: 'Eine Überschrift' }, tab: { en: 'Text', de: 'Inhalt' } },
        },
        {
          label: null,
          options: [
            { label: 'plain', value: 'plain' },
            { label: { en: 'Loud', de: 'Laut' }, value: 'loud' },
          ],
        },
        { blocks: { quote: { label: { en: 'Quote', de: 'Zitat' }, fields: [] } } },
      ],
    })
    expect(manifest.collections['posts']?.fields[2]?.blocks?.['rule']).toEqual({ fields: [] })
    expect(manifest.collections['plain']).toMatchObject({ label: 'Plain', fields: [{ label: 'A text' }] })
    expect(manifest.globals['settings']?.label).toEqual({ en: 'Settings', de: 'Einstellungen' })
  })

  test('are in English in the OpenAPI document, or in the first language if there is no English', () => {
    const described = describeApi({
      manifest: resolveApplication(config),
      info: { title: 'A', version: '1' },
      quireVersion: '1',
    })
    expect(described['tags']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'posts', description: 'Posts: Was die Website erzählt.' }),
      ]),
    )
    const { schemas } = described['components'] as { schemas: Record<string, { properties: Record<string, unknown> }> }
    const documents = Object.entries(schemas).filter(([, schema]) => schema.properties?.['tone'] !== undefined)
    expect(documents.length).toBeGreaterThan(0)
    for (const [, schema] of documents)
      expect(schema.properties['title']).toMatchObject({ title: 'Title', description: 'Kurz und gut.' })
  })

  test.each([
    [{ en: 'a', de: 'b', 'de-AT': 'c' }, 'de-AT', 'c'],
    [{ en: 'a', de: 'b' }, 'de-AT', 'b'],
    [{ de: 'b', en: 'a' }, 'fr', 'a'],
    [{ de: 'b', it: 'c' }, 'fr', 'b'],
    [{ de: 'b' }, undefined, 'b'],
    [{ de: 'b' }, 'constructor', 'b'],
    ['for everybody', 'de', 'for everybody'],
  ])('%j is read in %s as %s', (text, language, expected) => {
    expect(textIn(text, language)).toBe(expected)
  })
})
