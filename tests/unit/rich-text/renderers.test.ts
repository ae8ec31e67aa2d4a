import { escapeHtml, toHtml, toMarkdown, toText, type RichText, type RichTextPart } from '@quirecms/sdk/rich-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doc, embedded, linked, paragraph, picture } from '../../engine/rich-text/library.ts'

const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const node = (type: string, ...content: RichTextPart[]) => ({ type, content })
const post = { relationTo: 'posts', value: 'p1', doc: { slug: 'ink', title: 'Ink & paper' } }
const link = ({
  relationTo,
  doc: found,
}: {
  relationTo: string
  doc?: Readonly<Record<string, unknown>> | undefined
}) => (typeof found?.['slug'] === 'string' ? `/${relationTo}/${found['slug']}` : null)
const cell = (words: string, attrs: Readonly<Record<string, unknown>> = {}) => ({
  type: 'tableCell',
  attrs,
  content: [paragraph(text(words))],
})

describe.each<[name: string, body: RichText, html: string, markdown: string, plain: string]>([
  ['paragraphs', doc(paragraph(text('One')), paragraph(text('Two'))), '<p>One</p><p>Two</p>', 'One\n\nTwo', 'One\nTwo'],
  [
    'marks',
    doc(paragraph(text('a', 'bold'), text(' b ', 'italic'), text('c', 'strike', 'bold'), text('d`', 'code'))),
    '<p><strong>a</strong><em> b </em><strong><s>c</s></strong><code>d`</code></p>',
    '**a** *b* **~~c~~**`` d` ``',
    'a b cd`',
  ],
  [
    'marks within words and beside their own signs',
    doc(paragraph(text('a'), text('b', 'italic'), text('c ~'), text('d', 'bold'))),
    '<p>a<em>b</em>c ~<strong>d</strong></p>',
    String.raw`a*b*c \~**d**`,
    'abc ~d',
  ],
  [
    'links that open elsewhere, and titles that are empty',
    doc(
      paragraph({
        type: 'text',
        text: 'a',
        marks: [{ type: 'link', attrs: { href: 'https://a.test', title: '', target: '_blank' } }],
      }),
    ),
    '<p><a href="https://a.test" title="" target="_blank" rel="noopener noreferrer">a</a></p>',
    '[a](https://a.test)',
    'a',
  ],
  [
    'what has no content',
    doc({ type: 'bulletList' }, { type: 'table' }, paragraph(text('a'))),
    '<ul></ul><table><tbody></tbody></table><p>a</p>',
    'a',
    'a',
  ],
  [
    'superscript and subscript',
    doc(
      paragraph(
        text('H'),
        text('2', 'subscript'),
        text('O, 10'),
        text('−6', 'bold', 'superscript'),
        text(' m'),
        text('2', 'superscript'),
        text(', the 1'),
        text('st', 'superscript'),
        text('!'),
      ),
    ),
    '<p>H<sub>2</sub>O, 10<sup><strong>−6</strong></sup> m<sup>2</sup>, the 1<sup>st</sup>!</p>',
    'H<sub>2</sub>O, 10<sup><strong>−6</strong></sup> m<sup>2</sup>, the 1<sup>st</sup>!',
    'H₂O, 10⁻⁶ m², the 1st!',
  ],
  [
    'headings and rules',
    doc({ type: 'heading', attrs: { level: 2 }, content: [text('Title')] }, { type: 'horizontalRule' }),
    '<h2>Title</h2><hr>',
    '## Title\n\n---',
    'Title',
  ],
  [
    'lists within lists',
    doc(
      node(
        'bulletList',
        node('listItem', paragraph(text('a')), node('bulletList', node('listItem', paragraph(text('b'))))),
      ),
      { type: 'orderedList', attrs: { start: 3 }, content: [node('listItem', paragraph(text('c')))] },
    ),
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li></ol>',
    '- a\n\n  - b\n\n3. c',
    'a\nb\nc',
  ],
  [
    'quotes, code and breaks',
    doc(node('blockquote', paragraph(text('a'), { type: 'hardBreak' }, text('b'))), {
      type: 'codeBlock',
      attrs: { language: 'ts' },
      content: [text('if (a < b) ```')],
    }),
    '<blockquote><p>a<br>b</p></blockquote><pre><code class="language-ts">if (a &#60; b) ```</code></pre>',
    '> a\\\n> b\n\n````ts\nif (a < b) ```\n````',
    'a\nb\nif (a < b) ```',
  ],
  [
    'tables',
    doc(node('table', node('tableRow', cell('a|b', { colspan: 2, align: 'right' })), node('tableRow', cell('c')))),
    '<table><tbody><tr><td colspan="2" style="text-align:right"><p>a|b</p></td></tr><tr><td><p>c</p></td></tr></tbody></table>',
    '| a\\|b |\n| --: |\n| c |',
    'a|b\nc',
  ],
  [
    'links, to addresses and to documents',
    doc(paragraph(linked({ href: '/x' }, 'x'), linked(post, 'y'), linked({ relationTo: 'posts', value: 'p2' }, 'z'))),
    '<p><strong><a href="/x">x</a></strong><strong><a href="/posts/ink">y</a></strong><strong>z</strong></p>',
    '[**x**](/x)[**y**](/posts/ink)**z**',
    'xyz',
  ],
  [
    'pictures with a caption',
    doc(picture({ src: '/a.png', alt: 'A', caption: 'By <Ada> *once*' }), picture({ src: null, caption: 'Gone' })),
    '<figure><img src="/a.png" alt="A"><figcaption>By &#60;Ada&#62; *once*</figcaption></figure>',
    '![A](/a.png)\n\n*By \\<Ada\\> \\*once\\**',
    'By <Ada> *once*\nGone',
  ],
  [
    'pictures and embedded documents',
    doc(
      picture({ src: '/a.png', alt: '"A"', width: 3 }),
      picture({ src: null }),
      embedded(post),
      paragraph({ type: 'documentInline', attrs: post }),
    ),
    '<img src="/a.png" alt="&#34;A&#34;" width="3"><p><a href="/posts/ink">Ink &#38; paper</a></p><p><a href="/posts/ink">Ink &#38; paper</a></p>',
    '!["A"](/a.png)\n\n[Ink \\& paper](/posts/ink)\n\n[Ink \\& paper](/posts/ink)',
    '',
  ],
])('%s', (_name, body, html, markdown, plain) => {
  it('as HTML', () => expect(toHtml(body, { link })).toBe(html))
  it('as Markdown', () => expect(toMarkdown(body, { link })).toBe(markdown))
  it('as plain text', () => expect(toText(body)).toBe(plain))
})

describe('custom renderers', () => {
  it('replace pictures and embedded documents', () => {
    const body = doc(picture({ ...post, src: '/a.png' }), embedded({ ...post, view: 'card' }))
    const html = toHtml(body, {
      image: ({ src, named }) => `<i>${escapeHtml(src)} ${escapeHtml(named?.value)}</i>`,
      document: ({ view, doc: found }) => `<b>${escapeHtml(view)} ${escapeHtml(found?.['title'])}</b>`,
    })
    expect(html).toBe('<i>/a.png p1</i><b>card Ink &#38; paper</b>')
    expect(toMarkdown(body, { document: () => '{{card}}' })).toBe('![](/a.png)\n\n{{card}}')
  })

  it('are not called for an empty text', () => {
    for (const nothing of [null, undefined, { type: 'doc' }, {}]) {
      expect(toHtml(nothing)).toBe('')
      expect(toMarkdown(nothing)).toBe('')
      expect(toText(nothing)).toBe('')
    }
  })
})

describe('hostile texts', () => {
  it.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x', '\u0001javascript:x'])(
    'have no link: %j',
    (address) => {
      const body = doc(paragraph(linked({ href: address }, 'x')), picture({ src: address }))
      expect(toHtml(body, { link: () => address })).toBe('<p><strong>x</strong></p>')
      expect(toMarkdown(body, { link: () => address })).toBe('**x**')
    },
  )

  it.each([
    ['code with an empty line', paragraph(text('a\n\n<img src=x>\n\nb', 'code')), '`a  <img src=x>  b`'],
    [
      'code in a quote, with another sign for the end of a line',
      node('blockquote', node('codeBlock', text('x\r\r<img src=x>'))),
      '> ```\n> x\n>\n> <img src=x>\n> ```',
    ],
    ['a heading of several lines', node('heading', text('x\r\r<img src=x>')), String.raw`# x  \<img src=x\>`],
  ])('create no elements in Markdown: %s', (_, body, markdown) => {
    expect(toMarkdown(doc(body))).toBe(markdown)
  })

  it.each(['heading', 'orderedList', 'codeBlock', 'tableCell', 'image', 'paragraph'])(
    'have all that a %s without attributes needs',
    (type) => {
      // As the service gives it out again, whatever the types say.
      const body = JSON.parse(JSON.stringify(doc({ ...node(type, text('x')), attrs: null as never }))) as RichText
      for (const render of [toHtml, toMarkdown, toText]) expect(() => render(body)).not.toThrow()
    },
  )

  it('may contain any number of special characters', () => {
    expect(toMarkdown(doc(paragraph(text('`a'.repeat(150_000), 'code'))))).toContain('`a`a')
  })

  it('stay text, whatever they contain', () => {
    const hostile = fc.oneof(fc.string(), fc.constantFrom('"><script>alert(1)</script>', "' onload='x", '&lt;', '<!--'))
    const attrs = fc.dictionary(
      fc.constantFrom('src', 'href', 'alt', 'title', 'language', 'type', 'start', 'colspan', 'rel', 'align'),
      hostile,
    )
    const type = fc.constantFrom(
      'image',
      'heading',
      'codeBlock',
      'orderedList',
      'tableCell',
      'paragraph',
      'odd"><script>',
    )
    fc.assert(
      fc.property(type, attrs, hostile, (name, given, words) => {
        const marked = { type: 'text', text: words, marks: [{ type: 'link', attrs: given }, { type: name }] }
        const html = toHtml({ type: 'doc', content: [{ type: name, attrs: given, content: [marked] }] })
        // Nothing but the elements that we make: every bracket belongs to one of them, and every quote to an attribute.
        const rest = html.replaceAll(/<\/?(?:img|h1|pre|code|ol|td|p|a)(?: [a-z]+="[^"<>]*")*>/g, '')
        expect(rest).not.toMatch(/[<>"]/)
      }),
    )
  })
})
