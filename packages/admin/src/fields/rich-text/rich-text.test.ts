import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { fromEditor, toEditor } from './documents.ts'
import type { FieldSchema } from '../../data/schema.ts'
import { BLOCK } from './block-node.ts'
import { extensionsFor } from './extensions.ts'
import { MARKS, NODES } from './known-content.ts'
import { addressOf, isSafeAddress } from './allowed-content.ts'
import { isSoundIn } from './show-text.ts'
import { blockTools, codeBlock, isOffered, otherMarks, rule, styleTools } from './tools.ts'

const named = (name: string, more: object = {}) =>
  ({ name, type: 'text', path: name, ...more }) as unknown as FieldSchema
const field = named('body', {
  type: 'richText',
  blocks: { quote: { fields: [named('text'), named('length', { readOnly: true })] } },
})
const schema = getSchema(extensionsFor(field))
const text = (words: string, ...marks: object[]) => ({ type: 'text', ...(marks.length > 0 && { marks }), text: words })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const doc = (...content: object[]) => ({ type: 'doc', content })

/** Runs a stored text through the editor's schema, as opening and saving a document does. */
function roundTrip(stored: object): unknown {
  const edited = schema.nodeFromJSON(toEditor(stored, isSoundIn(schema)))
  edited.check()
  return fromEditor(edited.toJSON() as Record<string, unknown>, field)
}

describe('documents of the rich-text editor', () => {
  it('use the nodes, marks and attributes that the service accepts', () => {
    const attributes = (type: { attrs?: object }) => Object.keys(type.attrs ?? {}).filter((name) => name !== 'kept')
    for (const [table, types] of [
      [NODES, schema.nodes],
      [MARKS, schema.marks],
    ] as const) {
      const known = Object.keys(types).filter((name) => !name.startsWith('unknown'))
      // To the editor, "block" is what many nodes are.
      const serviceName = (name: string) => (name === BLOCK ? 'block' : name)
      expect(known.map(serviceName).toSorted()).toEqual(Object.keys(table).toSorted())
      for (const name of known) {
        const spec = types[name]?.spec as { attrs?: object }
        const rules = table[serviceName(name)] ?? {}
        expect(attributes(spec).toSorted(), name).toEqual(Object.keys(rules).toSorted())
      }
    }
  })

  it('contain blocks, without what the service computes', () => {
    const block = (data: object) => ({ type: 'block', attrs: { id: 'a', blockType: 'quote', data } })
    const stored = doc({ type: 'blockquote', content: [block({ text: 'To be', length: 5 })] })
    expect(roundTrip(stored)).toEqual(doc({ type: 'blockquote', content: [block({ text: 'To be' })] }))
  })

  it('edit only what their field allows, and preserve everything else', () => {
    const narrow = { ...field, nodes: ['heading'], marks: ['bold'], blocks: {} } as unknown as FieldSchema
    const { nodes, marks } = getSchema(extensionsFor(narrow))
    expect(
      Object.keys(nodes)
        .filter((name) => !name.startsWith('unknown'))
        .toSorted(),
    ).toEqual(['doc', 'hardBreak', 'heading', 'paragraph', 'text'].toSorted())
    expect(Object.keys(marks)).toEqual(['bold', 'unknownMark'])
    const before = doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('a'))] }] })
    const own = getSchema(extensionsFor(narrow))
    const edited = own.nodeFromJSON(toEditor(before, isSoundIn(own)))
    expect(fromEditor(edited.toJSON() as Record<string, unknown>, narrow)).toEqual(before)
    const offered = [...styleTools, ...blockTools, ...otherMarks, codeBlock, rule].filter((tool) =>
      isOffered(narrow, tool),
    )
    expect(offered.map(({ name }) => name)).toEqual(['paragraph', 'heading1', 'heading2', 'heading3', 'heading4'])
  })

  it('are unchanged after a round trip', () => {
    const stored = doc(
      { type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
      paragraph(
        text('bold', { type: 'bold' }, { type: 'italic' }),
        { type: 'hardBreak' },
        text('2', { type: 'bold' }, { type: 'superscript' }),
        text('2', { type: 'subscript' }),
        text('code', { type: 'code' }),
        text('link', { type: 'link', attrs: { href: '/posts/1', relationTo: 'posts', value: '1' } }),
      ),
      { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('one'))] }] },
      { type: 'blockquote', content: [paragraph(text('quote'))] },
      { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('let x')] },
      { type: 'horizontalRule' },
      { type: 'image', attrs: { src: '/a.png', alt: 'A', width: 320 } },
      {
        type: 'table',
        content: [
          {
            type: 'tableRow',
            content: [
              { type: 'tableHeader', attrs: { colspan: 2, colwidth: [100, 50] }, content: [paragraph(text('a'))] },
              { type: 'tableCell', content: [{ type: 'paragraph' }] },
            ],
          },
        ],
      },
    )
    expect(roundTrip(stored)).toEqual(stored)
  })

  it('preserve what the editor does not know', () => {
    const stored = doc(
      { type: 'video', attrs: { src: '/v.mp4' }, content: [paragraph(text('caption'))] },
      paragraph(
        text('a '),
        { type: 'mention', attrs: { id: 7 } },
        text(' b', { type: 'highlight', attrs: { colour: 'red' } }),
      ),
      paragraph(text('twice', { type: 'comment', attrs: { id: 1 } }, { type: 'comment', attrs: { id: 2 } })),
      { type: 'heading', attrs: { level: 2, anchor: 'here' }, content: [text('Title')] },
      { type: 'paragraph', attrs: { align: 'center' }, content: [text('x', { type: 'bold', attrs: { weight: 700 } })] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'taskList', attrs: {} }] }] },
      { type: 'heading', attrs: { level: 1 }, content: [paragraph(text('in the wrong place'))] },
    )
    expect(roundTrip(stored)).toEqual(stored)
  })

  it('are null while they are empty', () => {
    expect(fromEditor(toEditor(null, () => true))).toBeNull()
    expect(roundTrip({ type: 'doc' })).toBeNull()
    expect(roundTrip(doc(paragraph(), paragraph()))).toEqual(doc({ type: 'paragraph' }, { type: 'paragraph' }))
  })
})

describe('link addresses', () => {
  it('are completed from what users type', () => {
    expect(addressOf('example.com/a')).toBe('https://example.com/a')
    expect(addressOf(' ada@example.com ')).toBe('mailto:ada@example.com')
    expect(addressOf('/about#top')).toBe('/about#top')
    expect(addressOf('https://example.com')).toBe('https://example.com')
  })

  it('never contain code', () => {
    for (const address of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'vbscript:x', '']) {
      expect(addressOf(address), address).toBeUndefined()
      expect(isSafeAddress(address), address).toBe(false)
    }
  })
})
