import { describe, expect, it } from 'vitest'
import { type FieldSchema, plainField } from '../../data/schema.ts'
import { say } from '../../words/say.ts'
import { changeInWords, type ComparedRevision } from './change-in-words.ts'
import { historyWords } from './words.ts'

const field = (name: string, label: string, others: Partial<FieldSchema> = {}): FieldSchema =>
  plainField({ name, label, ...others })
const entity = {
  fields: [
    field('title', 'Title'),
    field('excerpt', 'Excerpt'),
    field('sections', 'Sections'),
    field('tags', 'Tags'),
    field('author', 'Author'),
    { ...field('body', 'Body'), type: 'richText' },
  ],
}

const formats = {
  list: (items: readonly string[]) => new Intl.ListFormat('en').format(items),
  inSentence: (label: string) => label.toLowerCase(),
  locale: (code: string) => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code,
}

function told(
  before: ComparedRevision['data'] | undefined,
  after: ComparedRevision['data'],
  states: readonly ('draft' | 'published')[] = [],
): string {
  const snapshot = (data: ComparedRevision['data'], _status = states[0] ?? 'draft'): ComparedRevision => ({
    data,
    _status,
  })
  const said = say(historyWords, 'en', {})
  return changeInWords({ entity }, before && snapshot(before), snapshot(after, states[1] ?? states[0]), said, formats)
}

describe('the summary of a revision', () => {
  const section = (id: string) => ({ id, text: id })
  const [one, two, three] = [section('a'), section('b'), section('c')]

  it('names fields by their labels', () => {
    expect(told({ title: 'A' }, { title: 'B' })).toBe('Title')
    expect(told({ title: 'A' }, { title: 'B', excerpt: 'x' })).toBe('Title and Excerpt')
    expect(told({ tags: [] }, { tags: ['x'] })).toBe('Tags')
  })

  it('counts added, removed and changed rows, and detects rows that only moved', () => {
    expect(told({ title: 'A', sections: [one] }, { title: 'B', sections: [{ ...one, text: '!' }, two] })).toBe(
      'Title and 2 sections',
    )
    expect(told({ sections: [one, two, three] }, { sections: [one, three] })).toBe('1 section')
    expect(told({ sections: [] }, { sections: [one, two, three] })).toBe('3 sections')
    expect(told({ sections: [one, two] }, { sections: [two, one] })).toBe('Order of sections')
  })

  it('counts the blocks of a rich text, and names the text only if its own words changed', () => {
    const block = (id: string, words: string) => ({
      type: 'block',
      attrs: { id, blockType: 'quote', data: { text: words } },
    })
    const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
    const body = (...content: ReturnType<typeof block | typeof words>[]) => ({ body: { type: 'doc', content } })
    const before = body(words('A'), block('a', 'one'), block('b', 'two'))
    expect(told(before, body(words('A'), block('a', 'new'), block('b', 'two')))).toBe('1 block in body')
    expect(told(before, body(words('B'), block('c', 'x')))).toBe('Body and 3 blocks in body')
    expect(told(before, body(words('B'), block('a', 'one'), block('b', 'two')))).toBe('Body')
    expect(told(before, body(words('A'), block('b', 'two'), block('a', 'one')))).toBe('Body')
    expect(told({ body: null }, before)).toBe('Body and 2 blocks in body')
  })

  it('names three things at most', () => {
    const after = { title: 'B', excerpt: 'x', sections: [one], tags: ['x'], author: 'y' }
    expect(told({}, after)).toBe('Title, Excerpt, 1 section, and 2 more')
  })

  it('names the translated language, and no author', () => {
    const rows = [field('text', 'Text', { localized: true }), field('size', 'Size')]
    const translated = {
      fields: [
        field('updatedBy', 'Updated by', { readOnly: true }),
        field('title', 'Title', { localized: true }),
        field('sections', 'Sections', { structure: 'rows', fields: rows }),
      ],
    }
    const languages = { all: ['en', 'de', 'ar'], shown: 'en' }
    const change = (before: ComparedRevision['data'], after: ComparedRevision['data']) => {
      const draft = (data: ComparedRevision['data']): ComparedRevision => ({ data, _status: 'draft' })
      const said = say(historyWords, 'en', {})
      return changeInWords({ entity: translated, languages }, draft(before), draft(after), said, formats)
    }
    const title = { en: 'A', de: null, ar: null }
    const row = (text: Record<string, string | null>, size = 1) => ({ id: 'a', text, size })
    expect(change({ title }, { title: { ...title, de: 'B' } })).toBe('Title (German)')
    expect(change({ title }, { title: { en: 'B', de: 'B', ar: null } })).toBe('Title and Title (German)')
    expect(change({ sections: [row(title)] }, { sections: [row({ ...title, ar: 'C' })] })).toBe('1 section (Arabic)')
    expect(change({ sections: [row(title)] }, { sections: [row(title, 2)] })).toBe('1 section')
    expect(change({ title, updatedBy: null }, { title, updatedBy: { id: 'x' } })).toBe('No changes')
  })

  it('says only the new state, or that everything changed', () => {
    expect(told({ title: 'A' }, { title: 'A' }, ['draft', 'published'])).toBe('Published')
    expect(told({ title: 'A' }, { title: 'A' }, ['published', 'draft'])).toBe('Unpublished')
    expect(told({ title: 'A' }, { title: 'A' }, ['draft', 'draft'])).toBe('No changes')
    expect(told(undefined, { title: 'A' })).toBe('Created')
  })
})
