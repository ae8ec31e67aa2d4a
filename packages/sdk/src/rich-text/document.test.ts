import { describe, expect, it } from 'vitest'
import { codeLanguage, linkAddress, namedIn, ownBlock, safeAddress, titleOf } from './document.ts'
import { escaped, escapedLines, inlineMarkdown, longestFence, oneLine, type Piece } from './markdown-inline.ts'
import { escapeHtml } from './to-html.ts'

describe('a URL without code', () => {
  it.each(['https://a.b/c', 'HTTP://a.b', 'mailto:a@b.co', 'tel:1', '/a', 'a/b', '#c', '?d', '//a.b', './x:y', ''])(
    'is %j',
    (address) => expect(safeAddress(address)).toBe(address),
  )
  it.each<[unknown]>([
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['java\tscript:alert(1)'],
    [' \u0001javascript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    ['\u0080javascript:x'],
    [null],
    [5],
  ])('is not %j', (address) => expect(safeAddress(address)).toBeNull())
})

describe('the URL of a mentioned document', () => {
  it.each<[string, object, object | null]>([
    ['has a collection and an id', { relationTo: 'a', value: 'b' }, { relationTo: 'a', value: 'b' }],
    [
      'may come along',
      { relationTo: 'a', value: 'b', doc: { id: 'b' } },
      { relationTo: 'a', value: 'b', doc: { id: 'b' } },
    ],
    ['may have a view', { relationTo: 'a', value: 'b', view: 'card' }, { relationTo: 'a', value: 'b', view: 'card' }],
    ['without an id is none', { relationTo: 'a' }, null],
    ['whose id is a number is none', { relationTo: 'a', value: 1 }, null],
    [
      'has nothing that is not as it should be',
      { relationTo: 'a', value: 'b', doc: null, view: 1 },
      { relationTo: 'a', value: 'b' },
    ],
  ])('%s', (_, attrs, named) => expect(namedIn(attrs as never)).toEqual(named))

  it.each<[object | undefined, string | null]>([
    [{ title: 'T', name: 'N' }, 'T'],
    [{ name: 'N' }, 'N'],
    [{ title: 5 }, null],
    [undefined, null],
  ])('%j has the label %j', (doc, title) =>
    expect(titleOf({ relationTo: 'a', value: 'b', doc: doc as never })).toBe(title),
  )
})

describe('the target of a link', () => {
  const named = { relationTo: 'a', value: 'b', href: '/own' }
  it.each<[string, object, (() => string | null) | undefined, string | null]>([
    ['to the page of its document', named, () => '/page', '/page'],
    ['to its own address where that has none', named, () => null, '/own'],
    ['to its own address without a function', named, undefined, '/own'],
    ['nowhere if it would be run', { href: 'javascript:x' }, undefined, null],
    ['nowhere if the page would be run', named, () => 'javascript:x', null],
    ['nowhere without an address', {}, () => '/page', null],
  ])('%s', (_, attrs, link, address) => expect(linkAddress(attrs as never, link)).toBe(address))
})

describe('a custom block', () => {
  const block = { blockType: 'note', id: '1', data: { text: 'x' } }
  it.each<[string, object, Parameters<typeof ownBlock>[1], string]>([
    [
      'is what one function makes of it',
      block,
      ({ blockType, data }) => `${blockType} ${String(data['text'])}`,
      'note x',
    ],
    ['is what the function of its type makes of it', block, { note: ({ id }) => `#${id}` }, '#1'],
    ['is nothing without such a function', block, { other: () => 'x' }, ''],
    ['is nothing by a name that every object has', { ...block, blockType: 'toString' }, {}, ''],
    ['is nothing without a function', block, undefined, ''],
    ['is nothing if the function says nothing', block, () => null, ''],
    ['is nothing without data', { blockType: 'note' }, () => 'x', ''],
  ])('%s', (_, attrs, hook, made) => expect(ownBlock(attrs as never, hook)).toBe(made))
})

it.each<[unknown, string | null]>([
  ['ts', 'ts'],
  ['c++', 'c++'],
  ['c#', 'c#'],
  ['a b', null],
  ['"><script>', null],
  ['', null],
  [5, null],
])('the language %j is %j', (language, known) => expect(codeLanguage({ language })).toBe(known))

describe('text in HTML', () => {
  it.each<[unknown, string]>([
    ['<a href="x">&\'</a>', '&#60;a href=&#34;x&#34;&#62;&#38;&#39;&#60;/a&#62;'],
    [5, '5'],
    [null, ''],
    [{}, ''],
    ['&amp;', '&#38;amp;'],
  ])('%j is %s', (text, html) => expect(escapeHtml(text)).toBe(html))
})

describe('words in Markdown', () => {
  it.each([
    ['*a* _b_ `c`', String.raw`\*a\* \_b\_ \`c\``],
    ['[a](b)', String.raw`\[a\](b)`],
    ['<b> & |', String.raw`\<b\> \& \|`],
    ['![a]', String.raw`\!\[a\]`],
    ['a!', 'a!'],
    ['\\', '\\\\'],
  ])('%s are escaped', (text, words) => expect(escaped(text)).toBe(words))

  it('before a link do not become a picture', () => expect(escaped('a!', '[')).toBe(String.raw`a\!`))

  it.each([
    ['# a', String.raw`\# a`],
    ['  - a', String.raw`  \- a`],
    ['1. a', String.raw`1\. a`],
    ['12) a', String.raw`12\) a`],
    ['a\n+ b', 'a\n\\+ b'],
    ['===', String.raw`\===`],
    ['a - b', 'a - b'],
  ])('%j are escaped', (text, lines) => expect(escapedLines(text)).toBe(lines))

  it.each<[string, Piece[], string]>([
    ['bold', [{ text: 'a', marks: ['bold'] }], '**a**'],
    ['italic within bold', [{ text: 'a', marks: ['bold', 'italic'] }], '***a***'],
    ['struck out', [{ text: 'a', marks: ['strike'] }], '~~a~~'],
    ['underlined', [{ text: 'a', marks: ['underline'] }], '<u>a</u>'],
    ['raised', [{ text: '2', marks: ['superscript'] }], '<sup>2</sup>'],
    ['lowered and bold', [{ text: '2', marks: ['bold', 'subscript'] }], '<sub><strong>2</strong></sub>'],
    ['spaces outside of signs', [{ text: ' a ', marks: ['bold'] }], ' **a** '],
    ['nothing but spaces', [{ text: '  ', marks: ['bold'] }], '  '],
    [
      'signs that would stick together',
      [
        { text: 'a', marks: ['bold'] },
        { text: 'b', marks: ['italic'] },
      ],
      '<strong>a</strong>*b*',
    ],
    [
      'bold in the middle of a word',
      [
        { text: 'a', marks: [] },
        { text: 'b', marks: ['bold'] },
        { text: 'c', marks: [] },
      ],
      'a**b**c',
    ],
    ['a link', [{ text: 'a', marks: ['bold'], address: '/x' }], '[**a**](/x)'],
    ['code', [{ text: 'a*b', marks: ['code'] }], '`a*b`'],
    ['code with signs of code', [{ text: 'a`b', marks: ['code'] }], '``a`b``'],
    ['code that begins with one', [{ text: '`a', marks: ['code'] }], '`` `a ``'],
    ['code of several lines in one', [{ text: 'a\n  b', marks: ['code'] }], '`a b`'],
    [
      'an exclamation mark before a link',
      [
        { text: 'a!', marks: [] },
        { text: 'b', marks: [], address: '/x' },
      ],
      String.raw`a\![b](/x)`,
    ],
    ['what is made already', [{ made: '<br>' }, { text: 'a', marks: [] }], '<br>a'],
  ])('%s', (_, pieces, markdown) => expect(inlineMarkdown(pieces)).toBe(markdown))

  it.each([
    ['a``b```c`', 3],
    ['abc', 0],
  ])('the longest run of characters in %j is %i', (text, length) => expect(longestFence(text)).toBe(length))

  it('stay on one line', () => expect(oneLine('a \n\n b')).toBe('a  b'))
})
