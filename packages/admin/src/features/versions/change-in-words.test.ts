import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../data/document.ts'
import type { EntitySchema } from '../../data/schema.ts'
import { say } from '../../words/say.ts'
import { changeInWords } from './change-in-words.ts'
import { historyWords } from './words.ts'

const field = (name: string, label: string) => ({ name, label, path: name, structure: 'value' })
const entity = {
  fields: [
    field('title', 'Title'),
    field('excerpt', 'Excerpt'),
    field('sections', 'Sections'),
    field('tags', 'Tags'),
    field('author', 'Author'),
  ],
} as never as EntitySchema

const formats = {
  list: (items: readonly string[]) => new Intl.ListFormat('en').format(items),
  inSentence: (label: string) => label.toLowerCase(),
  locale: (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code,
}

function told(before: object | undefined, after: object, states: readonly ('draft' | 'published')[] = []): string {
  const snapshot = (data: object, _status = states[0]) => ({ data, _status }) as never as Snapshot
  const said = say(historyWords, 'en', {})
  return changeInWords({ entity }, before && snapshot(before), snapshot(after, states[1] ?? states[0]), said, formats)
}

describe('what a revision changed', () => {
  const [one, two, three] = ['a', 'b', 'c'].map((id) => ({ id, text: id }))

  it('is said by the names of fields', () => {
    expect(told({ title: 'A' }, { title: 'B' })).toBe('Title')
    expect(told({ title: 'A' }, { title: 'B', excerpt: 'x' })).toBe('Title and Excerpt')
    expect(told({ tags: [] }, { tags: ['x'] })).toBe('Tags')
  })

  it('counts rows that came, went or hold something else, and knows those that only moved', () => {
    expect(told({ title: 'A', sections: [one] }, { title: 'B', sections: [{ ...one, text: '!' }, two] })).toBe(
      'Title and 2 sections',
    )
    expect(told({ sections: [one, two, three] }, { sections: [one, three] })).toBe('1 section')
    expect(told({ sections: [] }, { sections: [one, two, three] })).toBe('3 sections')
    expect(told({ sections: [one, two] }, { sections: [two, one] })).toBe('Order of sections')
  })

  it('names three things at most', () => {
    const after = { title: 'B', excerpt: 'x', sections: [one], tags: ['x'], author: 'y' }
    expect(told({}, after)).toBe('Title, Excerpt, 1 section, and 2 more')
  })

  it('names the language of what was translated, and nobody who wrote', () => {
    const of = (name: string, label: string, others: object = {}) => ({ ...field(name, label), ...others })
    const rows = { structure: 'rows', fields: [of('text', 'Text', { localized: true }), field('size', 'Size')] }
    const translated = {
      fields: [
        of('updatedBy', 'Updated by', { readOnly: true }),
        of('title', 'Title', { localized: true }),
        of('sections', 'Sections', rows),
      ],
    } as never as EntitySchema
    const languages = { all: ['en', 'de', 'ar'], shown: 'en' }
    const change = (before: object, after: object) => {
      const snapshot = (data: object) => ({ data }) as never as Snapshot
      const said = say(historyWords, 'en', {})
      return changeInWords({ entity: translated, languages }, snapshot(before), snapshot(after), said, formats)
    }
    const title = { en: 'A', de: null, ar: null }
    const row = (text: object, size = 1) => ({ id: 'a', text, size })
    expect(change({ title }, { title: { ...title, de: 'B' } })).toBe('Title (German)')
    expect(change({ title }, { title: { en: 'B', de: 'B', ar: null } })).toBe('Title and Title (German)')
    expect(change({ sections: [row(title)] }, { sections: [row({ ...title, ar: 'C' })] })).toBe('1 section (Arabic)')
    expect(change({ sections: [row(title)] }, { sections: [row(title, 2)] })).toBe('1 section')
    expect(change({ title, updatedBy: null }, { title, updatedBy: { id: 'x' } })).toBe('No changes')
  })

  it('is the state alone, or everything', () => {
    expect(told({ title: 'A' }, { title: 'A' }, ['draft', 'published'])).toBe('Published')
    expect(told({ title: 'A' }, { title: 'A' }, ['published', 'draft'])).toBe('Unpublished')
    expect(told({ title: 'A' }, { title: 'A' }, ['draft', 'draft'])).toBe('No changes')
    expect(told(undefined, { title: 'A' })).toBe('Created')
  })
})
