import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { createPreview } from '@quirecms/sdk/preview'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

const ID = '0199d4f2-5b7c-7c1a-9c5e-3f6a2b1d8e40'
const post = { id: ID, title: 'Hello' }

describe('markers of a preview', () => {
  const preview = createPreview({ of: 'posts', token: 'qp_x' })

  it('name the document and the field, and rows by their ids', () => {
    expect(preview.attributes(post, 'title')).toEqual({ 'data-quire': `posts:${ID}:title` })
    expect(preview.attributes(post, 'sections', 'r1', 'text')).toEqual({ 'data-quire': `posts:${ID}:sections.r1.text` })
    expect(preview.attributes(post, 'sections.r1.text')).toEqual(preview.attributes(post, 'sections', 'r1', 'text'))
    expect(preview.of('authors').attributes({ id: 'a' }, 'name')).toEqual({ 'data-quire': 'authors:a:name' })
    expect(preview.html(post, 'title')).toBe(` data-quire="posts:${ID}:title"`)
    expect(preview.html({ id: 'a"><script>' }, 'x')).toBe(' data-quire="posts:a&#34;&#62;&#60;script&#62;:x"')
  })

  it('are empty without a token, a document or a field', () => {
    for (const token of [undefined, null, '']) {
      const none = createPreview({ of: 'posts', token })
      expect([none.attributes(post, 'title'), none.html(post, 'title'), none.script()]).toEqual([{}, '', ''])
      expect(none.of('authors').attributes(post, 'name')).toEqual({})
    }
    expect([
      preview.attributes(null, 'title'),
      preview.attributes(undefined, 'title'),
      preview.attributes(post),
    ]).toEqual([{}, {}, {}])
    expect(createPreview({ token: 'qp_x' }).attributes(post, 'title')).toEqual({})
  })

  it('do nothing outside of a browser', () => {
    expect(() => preview.connect({ origin: 'https://cms.example.com' }).close()).not.toThrow()
  })

  it('come with a standalone script, which cannot close its element early', () => {
    const script = preview.script({ origin: 'https://cms.example.com/</script>' })
    expect(script).not.toContain('</script')
    // Outside of the preview pane, it does nothing; a missing global would be an error.
    const window = {}
    expect(runInNewContext(script, { window, parent: window, location: { hash: '' } })).toHaveProperty('close')
  })
})

it('what pages load is small, and has no dependencies', async () => {
  const input = fileURLToPath(new URL('../../../packages/sdk/src/preview.ts', import.meta.url))
  const bundle = await rolldown({ input })
  const { output } = await bundle.generate({ minify: true })
  expect(output).toHaveLength(1)
  const [{ code, imports, dynamicImports }] = output
  expect([imports, dynamicImports]).toEqual([[], []])
  expect(gzipSync(code).length).toBeLessThan(3000)
})
