import { expect, it } from 'vitest'
import type { FieldSchema } from '../../data/schema.ts'
import { pathInWords, valueInWords } from './path-in-words.ts'

const fields = [
  { name: 'title', type: 'text', label: 'Headline' },
  { name: 'links', type: 'array', label: null, fields: [{ name: 'href', type: 'url', label: 'Address' }] },
  { name: 'color', type: 'select', label: null, options: [{ value: 'ink', label: 'Ink blue' }] },
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

it.each([
  ['color', 'ink', 'Ink blue'],
  ['color.de', ['ink', 'gone'], 'Ink blue, gone'],
  ['title', 'Ink', 'Ink'],
  ['title', '', '–'],
  ['color', null, '–'],
  ['links', [], '[]'],
])('%s of %j is "%s"', (path, value, words) => {
  expect(valueInWords(value, path, fields, ['en', 'de'])).toBe(words)
})
