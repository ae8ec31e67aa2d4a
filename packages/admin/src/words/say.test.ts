import { describe, expect, expectTypeOf, it } from 'vitest'
import { say } from './say.ts'
import { words } from './words.ts'

const test = words('test', {
  cancel: 'Cancel',
  code: 'Set `auth: { apiKeys: true }`.',
  greeting: 'Hello, {name}',
  files: { one: '{count} file in {folder}', other: '{count} files in {folder}' },
  actions: { publish: 'Publish {title}', undo: 'Undo' },
})

describe('texts in a language', () => {
  it('insert names, and format numbers as the language does', () => {
    const english = say(test, 'en', {})
    expect(english.cancel).toBe('Cancel')
    expect(english.code).toBe('Set `auth: { apiKeys: true }`.')
    expect(english.greeting({ name: 'Ines' })).toBe('Hello, Ines')
    expect(english.files({ count: 1284, folder: 'Media' })).toBe('1,284 files in Media')
    expect(english.actions.publish({ title: 'A' })).toBe('Publish A')
    expect(say(test, 'de', { test: { files: '{count} in {folder}' } }).files({ count: 1284, folder: 'Media' })).toBe(
      '1.284 in Media',
    )
  })

  it('declare the values that a text needs', () => {
    const said = say(test, 'en', {})
    expectTypeOf(said.cancel).toEqualTypeOf<string>()
    expectTypeOf(said.code).toEqualTypeOf<string>()
    expectTypeOf(said.greeting).parameter(0).toHaveProperty('name')
    expectTypeOf(said.files).parameter(0).toHaveProperty('count').toEqualTypeOf<number>()
    expectTypeOf(said.files).parameter(0).toHaveProperty('folder')
  })

  it('use the plural rules of the language: four forms in Polish, six in Arabic, one in Japanese', () => {
    const polish = { one: '{count} plik', few: '{count} pliki', many: '{count} plików', other: '{count} pliku' }
    const inPolish = say(test, 'pl', { test: { files: polish } })
    const told = [1, 2, 5, 22, 1.5].map((count) => inPolish.files({ count, folder: '' }))
    expect(told).toEqual(['1 plik', '2 pliki', '5 plików', '22 pliki', '1,5 pliku'])

    const arabic = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
    const inArabic = say(test, 'ar', { test: { files: arabic } })
    expect([0, 1, 2, 3, 11, 100].map((count) => inArabic.files({ count, folder: '' }))).toEqual(Object.keys(arabic))

    const inJapanese = say(test, 'ja', { test: { files: { other: '{count}件' } } })
    expect([1, 2].map((count) => inJapanese.files({ count, folder: '' }))).toEqual(['1件', '2件'])
  })

  it('fall back to English, with English plural rules', () => {
    const inPolish = say(test, 'pl', { test: { cancel: 'Anuluj', actions: { undo: 'Cofnij' } } })
    expect(inPolish.cancel).toBe('Anuluj')
    expect([inPolish.actions.undo, inPolish.actions.publish({ title: 'A' })]).toEqual(['Cofnij', 'Publish A'])
    expect([1, 2].map((count) => inPolish.files({ count, folder: 'X' }))).toEqual(['1 file in X', '2 files in X'])
  })

  it.each([
    ['a text for a group', { actions: 'Aktion' }],
    ['a group for a text', { cancel: { other: 'x' }, greeting: { other: 'x' } }],
    ['a number', { cancel: 3, greeting: 3, files: 3, actions: 3 }],
    ['nothing', { cancel: null, greeting: null, files: null, actions: null }],
  ])('do not fail on %s', (_, broken) => {
    const said = say(test, 'de', { test: broken })
    expect([said.cancel, said.greeting({ name: 'Ines' }), said.actions.undo]).toEqual(['Cancel', 'Hello, Ines', 'Undo'])
    expect(said.files({ count: 2, folder: 'X' })).toBe('2 files in X')
  })

  it('leave values unchanged', () => {
    expect(say(test, 'en', {}).greeting({ name: '{count} $& {name}' })).toBe('Hello, {count} $& {name}')
  })
})
