import { LOCALES } from './pages.config.ts'

const WORDS = (
  'the quiet press ran through the night while editors argued about margins captions and the weight of a serif by ' +
  'morning every page was bound every proof was signed and the first readers were already asking for the next issue'
).split(' ')

/** A page with this many sections, about 167 words in each, in all languages: input for `locale: 'all'`. */
export function pageOf(title: string, sections: number): object {
  return {
    title: inEach(title),
    summary: inEach(words(30, 1)),
    sections: Array.from({ length: sections }, (_, index) => sectionOf(index)),
  }
}

function sectionOf(index: number): object {
  const heading = inEach(`Section ${index + 1}: ${words(4, index)}`)
  if (index % 3 === 1) return { blockType: 'quote', text: inEach(words(165, index)), by: words(2, index), year: 1900 }
  if (index % 3 === 0) return { blockType: 'words', heading, body: inEach(text(160, index)) }
  const cards = Array.from({ length: 4 }, (_, card) => ({
    name: inEach(words(2, index + card)),
    note: inEach(words(38, index * 5 + card)),
  }))
  return { blockType: 'cards', heading, cards }
}

function inEach<Value>(value: Value): Record<string, Value> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, value]))
}

function words(count: number, from: number): string {
  return Array.from({ length: count }, (_, at) => WORDS[(from * 13 + at) % WORDS.length]).join(' ')
}

function text(count: number, from: number): object {
  const paragraph = (half: number) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: words(count / 2, from * 2 + half) }],
  })
  return { type: 'doc', content: [paragraph(0), paragraph(1)] }
}
