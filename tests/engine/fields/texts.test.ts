import { compileCheck, f, fieldTypes } from '@quirecms/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { valueScenarios } from './field-scenarios.ts'

valueScenarios('text', [
  { name: 'takes any text', field: f.text(), value: 'Größe\n\t"quoted" 日本 🎈' },
  { name: 'takes an empty text', field: f.text(), value: '' },
  { name: 'refuses numbers', field: f.text(), value: 3, issues: ['type'] },
  { name: 'refuses lists', field: f.text(), value: ['a'], issues: ['type'] },
  { name: 'refuses objects', field: f.text(), value: { a: 1 }, issues: ['type'] },
  { name: 'refuses NUL', field: f.text(), value: 'a\0b', issues: ['format'] },
  { name: 'refuses half of a surrogate pair', field: f.text(), value: 'a\ud800', issues: ['format'] },
  { name: 'counts code points', field: f.text({ minLength: 2, maxLength: 2 }), value: '🎈🎈' },
  { name: 'has a minimum length', field: f.text({ minLength: 2 }), value: 'a', issues: ['min_length'] },
  { name: 'has a maximum length', field: f.text({ maxLength: 2 }), value: 'abc', issues: ['max_length'] },
  { name: 'has a default maximum length', field: f.text(), value: 'a'.repeat(10_001), issues: ['max_length'] },
  { name: 'can have a larger maximum length', field: f.text({ maxLength: 20_000 }), value: 'a'.repeat(10_001) },
  { name: 'matches a pattern', field: f.text({ pattern: /^[A-Z]{2}$/ }), value: 'BE' },
  { name: 'must match a pattern', field: f.text({ pattern: '^[A-Z]{2}$' }), value: 'be', issues: ['pattern'] },
  { name: 'matches a pattern with flags', field: f.text({ pattern: /^[A-Z]{2}$/i }), value: 'be' },
  {
    name: 'must match a pattern with flags',
    field: f.text({ pattern: /^[A-Z]{2}$/i }),
    value: '12',
    issues: ['pattern'],
  },
  { name: 'matches a pattern that is not a Unicode pattern', field: f.text({ pattern: '^a\\-b$' }), value: 'a-b' },
  { name: 'must match such a pattern, too', field: f.text({ pattern: '^a\\-b$' }), value: 'ab', issues: ['pattern'] },
  {
    name: 'reports everything at once',
    field: f.text({ maxLength: 2, pattern: '^[A-Z]*$' }),
    value: 'abc',
    issues: ['max_length', 'pattern'],
  },
])

valueScenarios('textarea and code', [
  { name: 'textarea takes a longer text', field: f.textarea(), value: 'a'.repeat(100_000) },
  { name: 'textarea has a maximum length', field: f.textarea(), value: 'a'.repeat(100_001), issues: ['max_length'] },
  { name: 'code takes a longer text', field: f.code({ language: 'css' }), value: 'a'.repeat(500_000) },
  { name: 'code has a maximum length', field: f.code(), value: 'a'.repeat(500_001), issues: ['max_length'] },
])

valueScenarios('email', [
  { name: 'takes an address', field: f.email(), value: 'Ada.Lovelace+notes@mail.example.org' },
  { name: 'refuses a name without a host', field: f.email(), value: 'ada', issues: ['format'] },
  { name: 'refuses a host without a domain', field: f.email(), value: 'ada@localhost', issues: ['format'] },
  { name: 'refuses two at signs', field: f.email(), value: 'a@b@example.org', issues: ['format'] },
  { name: 'refuses spaces', field: f.email(), value: 'a b@example.org', issues: ['format'] },
  { name: 'refuses a line break', field: f.email(), value: 'a@example.org\nBcc: b@example.org', issues: ['format'] },
  { name: 'refuses the empty text', field: f.email(), value: '', issues: ['format'] },
  { name: 'has a maximum length', field: f.email(), value: `${'a'.repeat(250)}@example.org`, issues: ['max_length'] },
])

valueScenarios('url', [
  ...['https://example.com', 'http://example.com:8080/a?b=c#d', 'HTTPS://EXAMPLE.COM', 'https://пример.рф/путь'].map(
    (value) => ({ name: `takes ${value}`, field: f.url(), value }),
  ),
  ...['mailto:ada@example.org', 'tel:+3212345678', '/path', 'path/to?x=a:b', '#top', '?q=1', '//cdn.example.com/x'].map(
    (value) => ({ name: `takes ${value}`, field: f.url(), value }),
  ),
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    ' javascript:alert(1)',
    'javascript\u00a0:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'ftp://example.com',
    'https://',
    'http:example.com',
    'https://exa mple.com',
    'http://[::1',
    '\\\\example.com',
    ':',
    '',
  ].map((value) => ({ name: `refuses ${JSON.stringify(value)}`, field: f.url(), value, issues: ['format'] })),
  { name: 'has a maximum length', field: f.url(), value: `/${'a'.repeat(2048)}`, issues: ['max_length'] },
])

test('no accepted URL has a scheme that is refused', () => {
  const check = compileCheck(fieldTypes.url, {})
  const scheme = fc.constantFrom('javascript', 'data', 'vbscript', 'file', 'https', 'mailto', 'x')
  const noise = fc.string({
    unit: fc.constantFrom('\t', '\n', '\r', ' ', '\0', '\u0001', '/', '\\', ':', 'a', '?', '#', '\u200b'),
    maxLength: 4,
  })
  const mixed = fc.tuple(noise, scheme, noise, fc.string({ maxLength: 6 })).map(([a, name, b, rest]) => {
    const at = rest.length % (name.length + 1)
    return `${a}${name.slice(0, at)}${b.slice(0, 1)}${name.slice(at)}${b}:${rest}`
  })
  fc.assert(
    fc.property(fc.oneof(mixed, fc.string(), fc.webUrl()), (value) => {
      if (check(value).length > 0) return
      for (const base of ['https://site.example/a/b', 'http://site.example']) {
        expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(new URL(value, base).protocol)
      }
    }),
    runs(3000),
  )
})

valueScenarios('slug', [
  ...['a', 'hello-world', '2026', '日本語', 'ελληνικά-1'].map((value) => ({
    name: `takes ${value}`,
    field: f.slug(),
    value,
  })),
  ...['Hello', 'a b', 'a--b', '-a', 'a-', 'a/b', 'a_b', ''].map((value) => ({
    name: `refuses ${JSON.stringify(value)}`,
    field: f.slug(),
    value,
    issues: ['pattern'],
  })),
  { name: 'has a maximum length', field: f.slug(), value: 'a'.repeat(201), issues: ['max_length'] },
])

test.each([
  ['Hello, World!', 'hello-world'],
  ['Über  die Straße', 'uber-die-strasse'],
  ['It’s Ada’s œuvre — Ævar & Øystein', 'its-adas-œuvre-aevar-oystein'],
  ['日本語 タイトル', '日本語-タイトル'],
  ['Йод', 'йод'],
  ['100 %', '100'],
])('a slug is made from %j', (title, slug) => {
  expect(fieldTypes.slug.derive({ title }, { from: 'title' })).toBe(slug)
})

test('no slug is generated from nothing', () => {
  const { slug } = fieldTypes
  for (const title of ['', '!?', ' ', 3, null]) expect(slug.derive({ title }, { from: 'title' })).toBeUndefined()
  expect(slug.derive({}, { from: 'title' })).toBeUndefined()
  expect(slug.derive({ title: 'x' }, {})).toBeUndefined()
})

test('every generated slug is valid', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (title, maxLength) => {
      const made = fieldTypes.slug.derive({ title }, { from: 'title', maxLength })
      if (made !== undefined) expect(compileCheck(fieldTypes.slug, { maxLength })(made)).toEqual([])
    }),
    runs(2000),
  )
})
