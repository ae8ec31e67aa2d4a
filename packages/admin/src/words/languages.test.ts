import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languageFor } from './appearance.ts'
import { isPlural } from './say.ts'
import type { Texts, Words } from './words.ts'

const sources = join(import.meta.dirname, '..')

/** Every part of the app that speaks. */
const english = new Map<string, Texts>()
for (const file of globSync('**/*words.ts', { cwd: sources }).concat(globSync('words/*.ts', { cwd: sources }))) {
  if (/\.test\.ts$|use-words|appearance/.test(file)) continue
  const module = (await import(join(sources, file))) as Readonly<Record<string, unknown>>
  for (const value of Object.values(module)) if (isWords(value)) english.set(value.section, value.english)
}

function isWords(value: unknown): value is Words<Texts> {
  return typeof value === 'object' && value !== null && 'section' in value && 'english' in value
}

const folder = join(sources, 'words/languages')
const languages = globSync('*', { cwd: folder }).toSorted()
const translationOf = (language: string) =>
  globSync(`${language}/*.json`, { cwd: folder }).map((file) => ({
    part: basename(file, '.json'),
    sections: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, Texts>>,
  }))

/** Every text with its path: `list.editTitle`. */
function* textsOf(texts: Texts, path = ''): Generator<readonly [path: string, text: string | object]> {
  for (const [key, text] of Object.entries(texts)) {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof text === 'string' || isPlural(text)) yield [at, text]
    else yield* textsOf(text, at)
  }
}

it('the file to start a translation with is up to date', async () => {
  const template = Object.fromEntries([...english].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const file = join(sources, '../../../docs/admin-words.json')
  await expect(`${JSON.stringify(template, null, 2)}\n`).toMatchFileSnapshot(file)
})

const formsOf = (text: string | object) => (typeof text === 'string' ? [text] : (Object.values(text) as string[]))
const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted()

describe.each(languages)('%s', (language) => {
  const own = new Map(
    translationOf(language).flatMap(({ sections }) =>
      Object.entries(sections).flatMap(([section, texts]) => [...textsOf(texts, section)]),
    ),
  )
  const expected = new Map([...english].flatMap(([section, texts]) => [...textsOf(texts, section)]))

  it('has all texts of English, and no others', () => {
    expect([...own.keys()].toSorted()).toEqual([...expected.keys()].toSorted())
  })

  it('has the same placeholders as English', () => {
    const wrong = [...own].filter(([path, text]) => {
      const known = expected.get(path) ?? ''
      const asked = placeholdersOf(formsOf(known).at(-1) ?? '')
      // "One file" needs no number; all other forms must have one.
      return formsOf(text).some((form) => {
        const filled = placeholdersOf(form)
        const without = (names: readonly string[]) => names.filter((name) => name !== 'count')
        return isPlural(text)
          ? JSON.stringify(without(filled)) !== JSON.stringify(without(asked))
          : JSON.stringify(filled) !== JSON.stringify(asked)
      })
    })
    expect(wrong).toEqual([])
  })

  it('has all plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const wrong = [...expected].filter(([path, text]) => {
      if (!isPlural(text)) return isPlural(own.get(path))
      return JSON.stringify(Object.keys(own.get(path) ?? {}).toSorted()) !== JSON.stringify(pluralCategories.toSorted())
    })
    expect(wrong.map(([path]) => path)).toEqual([])
  })

  it('has no empty text', () => {
    expect([...own].filter(([, text]) => formsOf(text).some((form) => form.trim() === ''))).toEqual([])
  })

  it('has the texts of each feature in the same file as every other language', () => {
    const places = (of: string) =>
      translationOf(of)
        .map(({ part, sections }) => `${part}: ${Object.keys(sections).toSorted().join(', ')}`)
        .toSorted()
    expect(places(language)).toEqual(places('de'))
  })
})

describe('the default language of a user', () => {
  const spoken = ['de', 'en', 'pt-BR']

  it.each([
    [['de-AT', 'en'], 'de'],
    [['en-GB'], 'en'],
    [['pt-PT', 'de'], 'pt-BR'],
    [['sv', 'de'], 'de'],
    [['sv'], 'en'],
    [[], 'en'],
    [['de-DE@posix'], 'de'],
    [['?', 'de'], 'de'],
  ])('of %j is %s', (wished, language) => {
    expect(languageFor(wished, spoken)).toBe(language)
  })
})
