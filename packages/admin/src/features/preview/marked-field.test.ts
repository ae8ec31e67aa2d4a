import { describe, expect, it } from 'vitest'
import type { DocumentPlace } from '../../data/document-api.ts'
import type { EntitySchema, FieldSchema, Schema } from '../../data/schema.ts'
import { markedField } from './marked-field.ts'

const field = (name: string, more: object = {}) =>
  ({ name, path: name, label: null, structure: 'value', ...more }) as unknown as FieldSchema
const entity = (slug: string, fields: FieldSchema[]) => ({ slug, label: null, fields }) as unknown as EntitySchema

const posts = entity('posts', [
  field('title'),
  field('seo', { structure: 'group', fields: [field('metaTitle')] }),
  field('links', { structure: 'rows', fields: [field('href')] }),
  field('sections', {
    structure: 'blocks',
    blocks: {
      quote: { fields: [field('text', { label: 'Quoted text' })] },
      note: { fields: [field('text', { label: 'Note' })] },
    },
  }),
])
const schema = {
  collections: { posts, authors: entity('authors', [field('name')]) },
  globals: { settings: entity('settings', [field('siteName')]) },
} as unknown as Schema
const place: DocumentPlace = { kind: 'collection', entity: posts, id: 'p1', locale: undefined }
const values = { sections: [{ id: 'r2', blockType: 'note' }] }
const nameOf = (mark: string) => markedField(mark, place, schema, values)?.name

describe('a marked region of a page', () => {
  it('has the label of its field in the editor', () => {
    expect(nameOf('posts:p1:title')).toBe('Title')
    expect(nameOf('posts:p1:seo.metaTitle')).toBe('Seo › Meta title')
    expect(nameOf('posts:p1:links.r1.href')).toBe('Links › Href')
    expect(nameOf('posts:p1:sections')).toBe('Sections')
    expect(nameOf('posts:p1:sections.r2.text')).toBe('Sections › Note')
    expect(nameOf('posts:p2:sections.r2.text')).toBe('Posts › Sections › Quoted text')
    expect(markedField('authors:a1:name', place, schema, values)).toMatchObject({
      where: 'document',
      name: 'Authors › Name',
    })
    expect(markedField('settings:settings:siteName', place, schema, values)).toMatchObject({
      where: 'global',
      name: 'Settings › Site name',
    })
    expect(markedField('posts:p1:title', place, schema, values)).toMatchObject({ where: 'here' })
  })

  it('is ignored if there is no such field', () => {
    for (const mark of [
      '',
      'posts:p1',
      'posts:p1:',
      'posts:p1:nothing',
      'posts:p1:title.inside.it',
      'nothing:p1:title',
      'settings:settings:title',
      'constructor:p1:name',
      'posts:p1:__proto__.x',
      'posts:../../x:title',
      'posts:p1:title"]',
      `posts:p1:${'links.'.repeat(2000)}`,
    ])
      expect([mark, nameOf(mark)]).toEqual([mark, undefined])
  })
})
