import { describe, expect, it } from 'vitest'
import { plainField } from './schema.ts'
import { copied, outdatedKeys, unitAt } from './translation-changes.ts'
import { incompleteIn } from './translation-filter.ts'
import { everyUnit, inLanguage, isMissing, progressOf, translationUnits } from './translation-units.ts'

const field: typeof plainField = (given) => plainField({ operators: ['exists'], ...given })

const text = (name: string, path = name) => field({ name, path, localized: true })

const fields = [
  text('title'),
  field({ name: 'price' }),
  field({ name: 'seo', structure: 'group', fields: [text('title', 'seo.title')] }),
  field({ name: 'look', structure: 'group', localized: true, fields: [field({ name: 'mood', path: 'look.mood' })] }),
  field({ name: 'links', structure: 'rows', fields: [text('label', 'links.label'), field({ name: 'href' })] }),
  field({
    name: 'parts',
    structure: 'blocks',
    blocks: { quote: { fields: [text('text', 'parts.quote.text')] }, rule: { fields: [] } },
  }),
  field({ name: 'list', structure: 'rows', localized: true, fields: [field({ name: 'word' })] }),
  field({ name: 'path', structure: 'computed', readOnly: true, localized: true }),
]

const everything = () => true

const english = {
  title: 'Lake',
  price: 3,
  seo: { title: 'A lake' },
  look: { mood: 'calm' },
  links: [
    { id: 'a', label: 'One', href: '/1' },
    { id: 'b', label: 'Two', href: '/2' },
    { id: 'c', label: null, href: '/3' },
  ],
  parts: [
    { id: 'p', blockType: 'quote', text: 'Cold!' },
    { id: 'r', blockType: 'rule' },
  ],
  list: [{ id: 'x', word: 'wet' }],
}

const german = {
  title: 'See',
  price: 3,
  seo: { title: '' },
  look: null,
  // Moved in the form, and not saved yet.
  links: [
    { id: 'b', label: 'Zwei', href: '/2' },
    { id: 'c', label: null, href: '/3' },
    { id: 'a', label: null, href: '/1' },
  ],
  parts: [
    { id: 'p', blockType: 'quote', text: null },
    { id: 'r', blockType: 'rule' },
  ],
  list: [],
}

describe('the values to translate', () => {
  const units = translationUnits(fields, english, german, everything)

  it('are the localized values of the source, at any depth, with their current paths', () => {
    expect(units.map(({ path }) => path)).toEqual([
      'title',
      'seo.title',
      'look.mood',
      'links.2.label',
      'links.0.label',
      'parts.0.text',
      'list',
    ])
    expect(units.filter(isMissing).map(({ path }) => path)).toEqual([
      'seo.title',
      'look.mood',
      'links.2.label',
      'parts.0.text',
      'list',
    ])
    expect(progressOf(units)).toEqual({ translated: 2, total: 7 })
  })

  it('exclude values that the user may not translate', () => {
    const may = (path: string) => path !== 'title' && !path.startsWith('parts')
    expect(translationUnits(fields, english, german, may).map(({ path }) => path)).not.toContain('title')
    expect(translationUnits(fields, english, german, may)).toHaveLength(5)
  })

  it('are copied one by one, and nothing else changes', () => {
    const missing = new Set(units.filter(isMissing).map(({ path }) => path))
    const filled = Object.fromEntries(
      fields.map((one) => [
        one.name,
        copied(
          one,
          (english as Record<string, unknown>)[one.name],
          (german as Record<string, unknown>)[one.name],
          (path) => missing.has(path),
        ),
      ]),
    )
    expect(filled).toMatchObject({
      title: 'See',
      price: 3,
      seo: { title: 'A lake' },
      look: { mood: 'calm' },
      links: [
        { id: 'b', label: 'Zwei', href: '/2' },
        { id: 'c', label: null, href: '/3' },
        { id: 'a', label: 'One', href: '/1' },
      ],
      parts: [{ text: 'Cold!' }, { blockType: 'rule' }],
      list: [{ id: 'x', word: 'wet' }],
    })
  })

  it('are read from a document in all languages', () => {
    const all = {
      title: { en: 'Lake', de: 'See' },
      links: [{ id: 'a', label: { en: 'One' }, href: '/1' }],
      look: { en: { mood: 'calm' } },
    }
    expect(inLanguage(fields, all, 'de')).toMatchObject({
      title: 'See',
      links: [{ id: 'a', label: null, href: '/1' }],
      look: null,
    })
  })
})

describe('outdated translations', () => {
  const languages = { source: 'en', target: 'de' }
  const revision = (en: string, de: string | null, row?: [en: string, de: string]) => ({
    data: {
      title: { en, de },
      links: row ? [{ id: 'a', label: { en: row[0], de: row[1] } }] : [],
    },
  })

  it('are those whose source changed later', () => {
    const changed = [revision('Lake 2', 'See'), revision('Lake', 'See'), revision('Lake', null)]
    expect([...outdatedKeys(fields, changed, languages, true)]).toEqual(['title'])
    const followed = [revision('Lake 2', 'See 2'), revision('Lake 2', 'See'), revision('Lake', 'See')]
    expect([...outdatedKeys(fields, followed, languages, true)]).toEqual([])
    const together = [revision('Lake 2', 'See 2'), revision('Lake', 'See')]
    expect([...outdatedKeys(fields, together, languages, true)]).toEqual([])
  })

  it('match rows by their ids', () => {
    const rows = [revision('L', 'S', ['One!', 'Eins']), revision('L', 'S', ['One', 'Eins'])]
    expect([...outdatedKeys(fields, rows, languages, true)]).toEqual(['links.a.label'])
  })

  it('exclude values without a translation or without known times', () => {
    expect([...outdatedKeys(fields, [revision('Lake 2', null), revision('Lake', null)], languages, true)]).toEqual([])
    expect([...outdatedKeys(fields, [revision('Lake', 'See')], languages, false)]).toEqual([])
    expect([...outdatedKeys(fields, [], languages, true)]).toEqual([])
    // The translation is older than all that is known, the source is not.
    expect([...outdatedKeys(fields, [revision('Lake 2', 'See'), revision('Lake', 'See')], languages, false)]).toEqual([
      'title',
    ])
  })
})

describe('documents that lack a translation', () => {
  const languages = { source: 'en', target: 'de' }
  const lacks = (path: string) => ({
    and: [{ [`${path}.en`]: { exists: true } }, { [`${path}.de`]: { exists: false } }],
  })

  it('are found by every localized value that the source has', () => {
    expect(incompleteIn(fields, languages, everything)).toEqual({
      or: [
        lacks('title'),
        lacks('seo.title'),
        { and: [{ 'look.en.mood': { exists: true } }, { 'look.de.mood': { exists: false } }] },
        { links: { some: { or: [lacks('label')] } } },
        { 'parts.quote': { some: { or: [lacks('text')] } } },
        lacks('list'),
      ],
    })
  })

  it('are not searched by fields that the user may not read', () => {
    const where = incompleteIn(fields, languages, (path) => path === 'title')
    expect(where).toEqual({ or: [lacks('title')] })
    expect(incompleteIn(fields, languages, () => false)).toEqual({ id: { exists: false } })
  })

  it('are searched with no more conditions than a query may have', () => {
    const many = Array.from({ length: 200 }, (_, index) => text(`field${index}`))
    expect(incompleteIn(many, languages, everything)['or']).toHaveLength(40)
  })
})

describe('the translation unit at a path', () => {
  it('equals the unit that a walk through the document finds', () => {
    const units = everyUnit(fields, english, german, everything)
    expect(units.length).toBeGreaterThan(5)
    for (const unit of units) expect(unitAt(fields, english, german, unit.path, everything)).toEqual(unit)
  })

  it.each(['price', 'seo', 'links', 'links.0', 'links.0.href', 'links.9.label', 'path', 'nothing', 'parts.1.text'])(
    'does not exist at %s',
    (path) => {
      expect(unitAt(fields, english, german, path, everything)).toBeUndefined()
    },
  )

  it('does not exist if the user may not translate', () => {
    expect(unitAt(fields, english, german, 'links.0.label', (path) => path !== 'links')).toBeUndefined()
  })
})
