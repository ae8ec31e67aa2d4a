import { expect, it } from 'vitest'
import type { FieldSchema } from '../../data/schema.ts'
import { pathInWords } from './path-in-words.ts'

const fields = [
  { name: 'title', type: 'text', label: 'Headline' },
  { name: 'links', type: 'array', label: null, fields: [{ name: 'href', type: 'url', label: 'Address' }] },
] as unknown as readonly FieldSchema[]

it.each([
  ['title', 'Headline'],
  ['title.de', 'Headline (de)'],
  ['title.fr', 'title.fr'],
  ['links.0199a1b2-0000-7000-8000-000000000001.href', 'Address'],
  ['links.0199a1b2-0000-7000-8000-000000000001', 'Links'],
  ['publishedOn', 'Published on'],
  ['…', '…'],
])('%s is "%s"', (path, words) => {
  expect(pathInWords(path, fields, ['en', 'de'])).toBe(words)
})
