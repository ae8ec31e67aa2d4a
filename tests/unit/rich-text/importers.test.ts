import { toHtml, toMarkdown } from '@quirecms/sdk/rich-text'
import fc from 'fast-check'
import { f, richText } from 'quirecms'
import { describe, expect, it, vi } from 'vitest'
import { doc, paragraph } from '../../engine/rich-text/library.ts'
import { runs } from '../../setup/runs.ts'
import { arbitraryText, plainText } from './arbitrary-text.ts'

const text = (words: string, ...marks: { type: string; attrs?: Record<string, unknown> }[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const item = (...content: object[]) => ({ type: 'listItem', content })
const { type, options } = f.richText()
const problemsOf = (value: object) => type.check(value as never, options)

describe('imported rich text', () => {
  it.each([
    ['nothing', '', []],
    ['words', 'Hello  \n <b>big</b> world', [paragraph(text('Hello '), text('big', { type: 'bold' }), text(' world'))]],
    [
      'two paragraphs',
      '<p>a</p>\n<p>b<br>c<br></p>',
      [paragraph(text('a')), paragraph(text('b'), { type: 'hardBreak' }, text('c'))],
    ],
    [
      'headings and rules',
      '<h3>a</h3><hr>',
      [{ type: 'heading', attrs: { level: 3 }, content: [text('a')] }, { type: 'horizontalRule' }],
    ],
    [
      'links',
      '<a href="/x" title="t">a <i>b</i></a>',
      [
        paragraph(
          text('a ', { type: 'link', attrs: { href: '/x', title: 't' } }),
          text('b', { type: 'link', attrs: { href: '/x', title: 't' } }, { type: 'italic' }),
        ),
      ],
    ],
    [
      'lists',
      '<ol start="3"><li>a<ul><li><p>b</p></ul></ol>',
      [
        {
          type: 'orderedList',
          attrs: { start: 3 },
          content: [item(paragraph(text('a')), { type: 'bulletList', content: [item(paragraph(text('b')))] })],
        },
      ],
    ],
    [
      'code',
      '<pre><code class="language-ts">a &lt; b\n  c\n</code></pre>',
      [{ type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a < b\n  c')] }],
    ],
    [
      'pictures in lines',
      '<p>a<img src="/a.png" alt="A" width="3">b</p>',
      [paragraph(text('a')), { type: 'image', attrs: { src: '/a.png', alt: 'A', width: 3 } }, paragraph(text('b'))],
    ],
    [
      'figures',
      '<figure><img src="/a.png"><figcaption>By <b>Ada</b></figcaption></figure>',
      [{ type: 'image', attrs: { src: '/a.png', caption: 'By Ada' } }],
    ],
    [
      'tables',
      '<table><tr><th align=right>a<td colspan=2></table>',
      [
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                { type: 'tableHeader', attrs: { align: 'right' }, content: [paragraph(text('a'))] },
                { type: 'tableCell', attrs: { colspan: 2 }, content: [{ type: 'paragraph' }] },
              ],
            },
          ],
        },
      ],
    ],
    [
      'a page',
      '<html><head><title>x</title></head><body><main><div>a</div>b</main></body></html>',
      [paragraph(text('a')), paragraph(text('b'))],
    ],
    [
      'scripts',
      '<script>alert(1)</script><style>a{}</style><svg><script>x</script></svg><p onclick="x()">a</p><iframe src="/x"></iframe>',
      [paragraph(text('a'))],
    ],
    [
      'addresses that run',
      '<a href="java\tscript:alert(1)">a</a><img src="data:image/png;base64,x"><a href="vbscript:x">b</a>',
      [paragraph(text('ab'))],
    ],
    [
      'raised and lowered text, of which the innermost counts',
      'H<sub>2</sub>O, m<sup><b>2</b></sup>, <sup>a<sub>i</sub></sup>',
      [
        paragraph(
          text('H'),
          text('2', { type: 'subscript' }),
          text('O, m'),
          text('2', { type: 'bold' }, { type: 'superscript' }),
          text(', '),
          text('a', { type: 'superscript' }),
          text('i', { type: 'subscript' }),
        ),
      ],
    ],
    [
      'code that leads somewhere',
      '<a href="/x"><code>a</code></a>',
      [paragraph(text('a', { type: 'link', attrs: { href: '/x' } }))],
    ],
  ])('is parsed from HTML: %s', (_, html, content) => {
    const read = richText.fromHtml(html)
    expect(read).toEqual({ type: 'doc', content })
    expect(problemsOf(read)).toEqual([])
  })

  it.each([
    [
      'marks',
      'a **b** *c* ~~d~~ `e`',
      [
        paragraph(
          text('a '),
          text('b', { type: 'bold' }),
          text(' '),
          text('c', { type: 'italic' }),
          text(' '),
          text('d', { type: 'strike' }),
          text(' '),
          text('e', { type: 'code' }),
        ),
      ],
    ],
    ['pictures', '![A](/a.png "t")', [{ type: 'image', attrs: { src: '/a.png', alt: 'A', title: 't' } }]],
    ['HTML', 'a <u>b</u><script>x</script>', [paragraph(text('a '), text('b', { type: 'underline' }))]],
    [
      'addresses that run',
      '[a](javascript:alert(1)) <javascript:x>',
      [paragraph(text('[a](javascript:alert(1)) <javascript:x>'))],
    ],
  ])('is parsed from Markdown: %s', (_, markdown, content) => {
    expect(richText.fromMarkdown(markdown)).toEqual({ type: 'doc', content })
  })

  it('is reduced to what its field allows', () => {
    const html = '<h1>a</h1><ul><li><b>b</b></li></ul><table><tr><td>c</td></tr></table><img src="/x.png"><pre>d</pre>'
    const words = ['a', 'b', 'c', 'd'].map((one) => paragraph(text(one)))
    expect(richText.fromHtml(html, { nodes: [], marks: [] })).toEqual(doc(...words))
    const narrow = f.richText({ nodes: ['heading'], marks: ['bold'] })
    expect(
      narrow.type.check(richText.fromHtml(html, { nodes: ['heading'], marks: ['bold'] }) as never, narrow.options),
    ).toEqual([])
  })

  it('is limited in length and depth', () => {
    expect(() => richText.fromMarkdown('a'.repeat(2_000_001))).toThrow(/At most 2,000,000/)
    expect(() => richText.fromHtml(7 as never)).toThrow(TypeError)
    for (const html of ['<blockquote>', '<ul><li>', '<b>', '<div>', '<table><tr><td>']) {
      const read = richText.fromHtml(`${html.repeat(5000)}a`)
      expect(problemsOf(read)).toEqual([])
      expect(JSON.stringify(read)).toContain('"text":"a"')
    }
  })

  it('is always valid for its field', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '<ul>',
          '<li>',
          '</b>',
          '<td>',
          '<a href="',
          'javascript:',
          '">',
          '<img src=x ',
          '<pre>',
          '&#0;',
          '&nbsp;',
          '<p>',
          '```',
          '> ',
          '- ',
          '|a|\n|-|\n',
          '<script>',
          '**',
        ),
      ),
    )
    fc.assert(
      fc.property(hostile, (parts) => {
        const source = parts.join('')
        for (const read of [richText.fromHtml(source), richText.fromMarkdown(source)]) {
          expect(problemsOf(read)).toEqual([])
          expect(toHtml(read)).not.toMatch(/<script|<[^>]*\s(?:on\w+=|(?:href|src)="\s*javascript:)/i)
        }
      }),
      runs(40),
    )
  })
})

describe('any text', () => {
  it('is rendered as HTML with only known elements', () => {
    fc.assert(
      fc.property(arbitraryText, (body) => {
        expect(problemsOf(body)).toEqual([])
        const rest = toHtml(body).replaceAll(
          /<\/?(?:p|h[1-6]|blockquote|ul|ol|li|pre|code|hr|img|figure|figcaption|table|tbody|tr|td|th|br|a|strong|em|u|s|sup|sub)(?: [a-z]+="[^"<>]*")*>/g,
          '',
        )
        expect(rest).not.toMatch(/[<>"]/)
      }),
      runs(40),
    )
  })

  it('is refused before it exhausts memory: unclosed marks reopen in each paragraph', () => {
    const marks = Array.from({ length: 1500 }, (_, index) => `<b a${index}>`).join('')
    const html = `<p>${marks}${'<p>x'.repeat(1500)}`
    expect(() => richText.fromHtml(html)).toThrow('more than 200,000 elements')
    expect(() => richText.fromMarkdown(html)).toThrow('more than 200,000 elements')
    expect(() => richText.fromHtml('<div>'.repeat(205) + '<br>'.repeat(150_000))).not.toThrow()
  })

  it('round-trips through Markdown, as far as Markdown can express it', () => {
    fc.assert(
      fc.property(plainText, (body) => {
        const markdown = toMarkdown(body)
        expect(richText.fromMarkdown(markdown), markdown).toEqual(body)
      }),
      runs(40),
    )
  })

  it('round-trips through HTML', () => {
    fc.assert(
      fc.property(plainText, (body) => {
        expect(richText.fromHtml(toHtml(body))).toEqual(body)
      }),
      runs(40),
    )
  })
})

/** How many characters an import looks at the ends of: a text that grows by one word at a time must not be looked at as a whole each time. */
function charactersLookedAt(words: number): number {
  const looks = vi.spyOn(String.prototype, 'endsWith')
  try {
    richText.fromHtml('<span>word </span>'.repeat(words))
    return looks.mock.contexts.reduce((sum: number, looked) => sum + String(looked).length, 0)
  } finally {
    looks.mockRestore()
  }
}

it('takes linear time, whatever the number of elements in a line', () => {
  const [few, many] = [charactersLookedAt(1_000), charactersLookedAt(4_000)]
  expect(few).toBeGreaterThan(1_000)
  expect(many / few).toBeLessThan(4.5)
})

it('joins spaces and marks in the same way, however a text is split', () => {
  const html = '<span>a </span><i></i><span> </span> b<b> c</b><b> </b><b>d</b> <u></u> <br> <span>e</span> '
  expect(richText.fromHtml(html).content).toEqual([
    paragraph(text('a b'), text(' c d', { type: 'bold' }), { type: 'hardBreak' }, text('e')),
  ])
})
