import { QuireError } from '@quirecms/sdk'
import { describe, expect, it } from 'vitest'
import type { Doc } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { followed, isRefusedFor } from './follow-source.ts'

const posts = {
  fields: [
    { name: 'title', type: 'text' },
    { name: 'slug', type: 'slug', from: 'title' },
  ],
} as unknown
const doc = (values: object) => ({ id: '1', revision: 1, createdAt: '', updatedAt: '', ...values }) as Doc
const after = (stored: object, data: object) => followed(posts as EntitySchema, doc(stored), { ...data })

describe('the slug of an automatically created document', () => {
  it('follows the title', () => {
    expect(after({ title: 'Sew', slug: 'sew' }, { title: 'Sewing a Büch' })).toEqual({ slug: 'sewing-a-buch' })
    expect(after({ title: 'Sew', slug: 'sew-2' }, { title: 'Sewing' })).toEqual({ slug: 'sewing' })
    expect(after({ title: null, slug: null }, { title: 'Sewing' })).toEqual({ slug: 'sewing' })
  })

  it('stays as the editor wrote it, or if its source is empty', () => {
    expect(after({ title: 'Sew', slug: 'thread' }, { title: 'Sewing' })).toEqual({})
    expect(after({ title: 'Sew', slug: 'sew' }, { title: 'Sewing', slug: 'thread' })).toEqual({})
    expect(after({ title: 'Sew', slug: 'sew-on' }, { title: 'Sewing' })).toEqual({})
    expect(after({ title: 'Sew', slug: null }, { title: 'Sewing' })).toEqual({})
    expect(after({ title: 'Sew', slug: 'sew' }, { title: null, body: 'x' })).toEqual({})
  })

  it('is dropped if only the slug is refused', () => {
    const refused = (...paths: string[]) =>
      new QuireError('validation', '', { issues: paths.map((path) => ({ code: 'unique', path, message: '' })) })
    expect(isRefusedFor(refused('slug'), { slug: 'sew' })).toBe(true)
    expect(isRefusedFor(refused('slug', 'title'), { slug: 'sew' })).toBe(false)
    expect(isRefusedFor(new QuireError('forbidden', ''), { slug: 'sew' })).toBe(false)
  })
})
