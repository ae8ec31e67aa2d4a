import { f } from '@quirecms/core'
import { valueScenarios } from './field-scenarios.ts'

const field = f.richText()

const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks } : {}),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })
const list = (type: string, ...items: object[]) => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [item] })),
})

function quotes(levels: number): object {
  let inner: object = paragraph()
  for (let level = 0; level < levels; level += 1) inner = { type: 'blockquote', content: [inner] }
  return inner
}

const cell = (attrs: object, type = 'tableCell') => ({ type, attrs, content: [paragraph(text('cell'))] })
const table = (...cells: object[]) => ({ type: 'table', content: [{ type: 'tableRow', content: cells }] })

valueScenarios('rich text', [
  {
    name: 'takes tables, and links to documents',
    field,
    value: doc(
      table(
        cell({ colspan: 2, rowspan: 1, colwidth: [120, 0], align: 'right' }, 'tableHeader'),
        cell({ colspan: 1, rowspan: 1, colwidth: null, align: null }),
      ),
      { type: 'table', content: [{ type: 'tableRow', content: [cell({})] }, { type: 'tableRow' }] },
      paragraph(text('post', { type: 'link', attrs: { href: '/posts/1', relationTo: 'posts', value: '1' } })),
    ),
  },
  {
    name: 'refuses cells outside of rows, and tables without rows',
    field,
    value: doc(cell({}), { type: 'table' }),
    issues: ['format', 'format content.1'],
  },
  {
    name: 'refuses invalid attributes of cells',
    field,
    value: doc(table(cell({ colspan: 0, rowspan: 1.5, colwidth: ['1'], align: 'top' }))),
    issues: ['colspan', 'rowspan', 'colwidth', 'align'].map(
      (name) => `format content.0.content.0.content.0.attrs.${name}`,
    ),
  },
  { name: 'takes an empty document', field, value: doc() },
  { name: 'takes a document without content', field, value: { type: 'doc' } },
  {
    name: 'takes every node and mark, as Tiptap writes them',
    field,
    value: doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
      paragraph(
        text('bold', { type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }),
        { type: 'hardBreak' },
        text('2', { type: 'superscript' }),
        text('2', { type: 'bold' }, { type: 'subscript' }),
        text('code', { type: 'code' }),
        text('link', {
          type: 'link',
          attrs: { href: 'https://example.com', target: '_blank', rel: 'noopener', class: null, title: null },
        }),
      ),
      list('bulletList', paragraph(text('one'))),
      { ...list('orderedList', paragraph(text('one'))), attrs: { start: 3, type: null } },
      { type: 'blockquote', content: [paragraph(text('quote'))] },
      { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('let x')] },
      { type: 'horizontalRule' },
      { type: 'image', attrs: { src: '/api/x.png', alt: 'x', title: null, width: 320, height: null } },
      { type: 'paragraph' },
    ),
  },
  { name: 'refuses text', field, value: '<p>Hello</p>', issues: ['type'] },
  { name: 'refuses lists', field, value: [], issues: ['type'] },
  { name: 'refuses another root', field, value: paragraph(), issues: ['format type'] },
  { name: 'refuses a document in a document', field, value: doc(doc()), issues: ['format content.0.type'] },
  { name: 'refuses unknown nodes', field, value: doc({ type: 'video' }), issues: ['format content.0.type'] },
  {
    name: 'refuses nodes that objects inherit',
    field,
    value: doc({ type: 'constructor' }),
    issues: ['format content.0.type'],
  },
  {
    name: 'refuses values that are not nodes',
    field,
    value: doc('x', null),
    issues: ['format content.0', 'format content.1'],
  },
  { name: 'refuses unknown members', field, value: { ...doc(), html: '' }, issues: ['format html'] },
  {
    name: 'refuses unknown attributes',
    field,
    value: doc({ type: 'paragraph', attrs: { style: 'color: red' } }),
    issues: ['format content.0.attrs.style'],
  },
  {
    name: 'refuses attributes of the wrong kind',
    field,
    value: doc({ type: 'heading', attrs: { level: 7 } }, { type: 'image' }),
    issues: ['format content.0.attrs.level', 'format content.1.attrs.src'],
  },
  {
    name: 'refuses unknown marks',
    field,
    value: doc(paragraph(text('x', { type: 'blink' }))),
    issues: ['format content.0.content.0.marks.0.type'],
  },
  {
    name: 'refuses text that is both superscript and subscript',
    field,
    value: doc(paragraph(text('x', { type: 'superscript' }, { type: 'subscript' }))),
    issues: ['format content.0.content.0.marks'],
  },
  { name: 'refuses empty texts', field, value: doc(paragraph(text(''))), issues: ['format content.0.content.0.text'] },
  { name: 'refuses text outside of blocks', field, value: doc(text('x')), issues: ['format'] },
  { name: 'refuses a block in a paragraph', field, value: doc(paragraph(paragraph())), issues: ['format content.0'] },
  {
    name: 'refuses a list without items',
    field,
    value: doc({ type: 'bulletList', content: [paragraph()] }),
    issues: ['format content.0'],
  },
  {
    name: 'refuses formatting in a code block',
    field,
    value: doc({ type: 'codeBlock', content: [text('x', { type: 'bold' })] }),
    issues: ['format content.0'],
  },
  {
    name: 'refuses marks that exclude each other',
    field,
    value: doc(paragraph(text('x', { type: 'code' }, { type: 'bold' }))),
    issues: ['format content.0.content.0.marks'],
  },
  {
    name: 'refuses NUL in a text',
    field,
    value: doc(paragraph(text('a\0'))),
    issues: ['format content.0.content.0.text'],
  },
  ...['javascript:alert(1)', 'JAVA\tSCRIPT:alert(1)', 'data:text/html,x', 3, null, undefined].map((href) => ({
    name: `refuses a link to ${JSON.stringify(href)}`,
    field,
    value: doc(paragraph(text('x', href === undefined ? { type: 'link' } : link(href)))),
    issues: ['format content.0.content.0.marks.0.attrs.href'],
  })),
  ...['/about', 'mailto:ada@example.org', 'tel:+32', '#top'].map((href) => ({
    name: `takes a link to ${href}`,
    field,
    value: doc(paragraph(text('x', link(href)))),
  })),
  ...['data:image/svg+xml,<svg/>', 'mailto:x@example.org'].map((src) => ({
    name: `refuses an image from ${src}`,
    field,
    value: doc({ type: 'image', attrs: { src } }),
    issues: ['format content.0.attrs.src'],
  })),
  { name: 'accepts a limited depth', field, value: doc(quotes(13)) },
  {
    name: 'limits the depth',
    field,
    value: doc(quotes(20)),
    issues: [`format ${'content.0.'.repeat(16).slice(0, -1)}`],
  },
  { name: 'limits the length', field, value: doc(paragraph(text('a'.repeat(500_001)))), issues: ['max_length'] },
])
