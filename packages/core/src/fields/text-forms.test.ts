import { describe, expect, it } from 'vitest'
import { matchesType, someMimeTypes } from './mime-types.ts'
import { nearestName, notAnOption } from './nearest-name.ts'
import { isSafeSource, isSafeUrl } from './safe-url.ts'
import { EMAIL, patternOf, SLUG } from './text-forms.ts'

describe('an email address', () => {
  it.each([
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'hara@example.org",
    'A@B.CO',
    'x@xn--80ak6aa92e.com',
    '1@2.de',
  ])('is %s', (text) => expect(EMAIL.test(text)).toBe(true))
  it.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a@b..co',
    'a..b@c.de',
    '.a@b.co',
    'a.@b.co',
    'a b@c.de',
    'a@b.co\n',
    'a@-b.co',
    'a@b-.co',
    'a@b.co.',
    'ä@b.co',
    'a@bü.de',
    '"a"@b.co',
    'a@[127.0.0.1]',
    'a@b@c.de',
  ])('is not %j', (text) => expect(EMAIL.test(text)).toBe(false))
})

describe('a URL for links', () => {
  it.each([
    'https://example.com',
    'HTTP://example.com/a?b#c',
    'mailto:a@b.co',
    'tel:+491234',
    '/about',
    'about',
    '?page=2',
    '#top',
    '//example.com/x',
    './a:b',
    'https://user@example.com:8080/',
  ])('is %s', (text) => expect(isSafeUrl(text)).toBe(true))
  it.each([
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'https:',
    'https://',
    'https:///x',
    'http:example.com',
    'mailto:',
    'tel:',
    'ftp://example.com',
    'a b',
    '\\\\example.com',
    'https://example.com\\@evil.com',
    'https://a\u00a0b',
    'blob:https://example.com/x',
    'https://exa mple.com',
    'http://[::1',
  ])('is not %j', (text) => expect(isSafeUrl(text)).toBe(false))
  it('is no mail or phone address where it is fetched', () => {
    expect(['https://a.b/c.png', '/c.png', 'mailto:a@b.co', 'tel:1'].map(isSafeSource)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the form of a slug', () => {
  it.each(['a', 'a-b', 'a1-2b', '日本', 'привет-мир'])('is %s', (text) => expect(SLUG.test(text)).toBe(true))
  it.each(['', '-a', 'a-', 'a--b', 'A', 'a b', 'a_b', 'a/b', 'a.b', 'a\n'])('is not %j', (text) =>
    expect(SLUG.test(text)).toBe(false),
  )
})

describe('a pattern', () => {
  it('is compiled with the flag u if it is valid with it, and otherwise without', () => {
    expect(patternOf('^\\p{Lu}', undefined)?.flags).toBe('u')
    expect(patternOf('\\-', undefined)?.flags).toBe('')
    expect(patternOf('a', 'i')?.test('A')).toBe(true)
  })
  it.each([
    ['(', undefined],
    ['a', 'q'],
    ['\\-', 'u'],
  ])('%j with flags %j is refused', (source, flags) => expect(patternOf(source, flags)).toBeNull())
})

describe('types of files', () => {
  it.each([
    ['image/*', 'image/png', true],
    ['image/*', 'images/png', false],
    ['image/png', 'image/png', true],
    ['image/png', 'image/png2', false],
    ['text/*', 'image/png', false],
  ])('%s takes %s: %s', (allowed, type, result) => expect(matchesType(allowed, type)).toBe(result))

  it.each<[unknown, boolean]>([
    [['image/*', 'application/pdf', 'image/svg+xml'], true],
    [[], false],
    ['image/*', false],
    [['image'], false],
    [['*/*'], false],
    [['image/'], false],
    [['Image/png'], false],
    [[1], false],
  ])('%j may be configured: %s', (value, result) => expect(someMimeTypes(value) === null).toBe(result))
})

describe('the nearest name', () => {
  it.each<[string, string | undefined]>([
    ['requird', 'required'],
    ['Required', 'required'],
    ['rqeuired', 'required'],
    ['defualt', 'default'],
    ['min', 'min'],
    ['mix', 'min'],
    ['xyz', undefined],
    ['', undefined],
    ['requiredFields', undefined],
  ])('of %j is %j', (given, name) => expect(nearestName(given, ['required', 'default', 'min', 'localized'])).toBe(name))

  it('is suggested in the error of an unknown option', () => {
    expect(notAnOption('requird', ['required'])).toContain('did you mean `required`?')
    expect(notAnOption('xyz', ['required'])).toBe('is not an option here (the options are: required)')
  })
})
