import { describe, expect, it } from 'vitest'
import { previewAddress } from './preview-address.ts'

describe('the address of a preview', () => {
  it('contains the token and fields of the document', () => {
    const template = 'https://example.com/{collection}/{slug}?token={token}&n={seo.order}'
    const values = { collection: 'posts', slug: 'a-post', token: 'qp_1', seo: { order: 2 } }
    expect(previewAddress(template, values)).toBe('https://example.com/posts/a-post?token=qp_1&n=2')
  })

  it('escapes every value', () => {
    const slug = '../../admin?x=1#y'
    expect(previewAddress('/posts/{slug}', { slug })).toBe('/posts/..%2F..%2Fadmin%3Fx%3D1%23y')
    expect(previewAddress('/posts/{slug}', { slug: '{token}', token: 'secret' })).toBe('/posts/%7Btoken%7D')
  })

  it('leaves out missing values', () => {
    expect(previewAddress('/posts/{slug}/{a.b}/{list}', { a: null, list: [1] })).toBe('/posts///')
  })
})
