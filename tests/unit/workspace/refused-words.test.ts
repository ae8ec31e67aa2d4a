import { expect, it } from 'vitest'

const script = new URL('../../../scripts/refused-words.mjs', import.meta.url).href
const { findRefusedWords }: { findRefusedWords: (path: string, source: string) => { word: string; line: number }[] } =
  await import(script)

it.each([
  ['a.ts', '// The lock of somebody.', ['somebody']],
  ['a.ts', '/**\n * Nobody\n * reads it, whoever asks.\n */', ['Nobody', 'whoever']],
  ['a.mjs', "throw new Error('anybody may')", ['anybody']],
  ['a.ts', 'const text = `${count} for nobody`', ['nobody']],
  ['a.tsx', '<p title="by whomever">Nobody <b>here</b></p>', ['whomever', 'Nobody']],
  ['a.md', 'Whoever reads\n\n```ts\nconst nobody = 1\n```\n\nsees somebody’s.', ['Whoever', 'somebody']],
])('finds words in comments and texts: %s %j', (path, source, words) => {
  expect(findRefusedWords(path, source).map(({ word }) => word)).toEqual(words)
})

it.each([
  ['a.ts', "const nobody = find('somebody')\nnobody.anybody()"],
  ['a.ts', 'const text = `for ${nobody} alone`'],
  ['a.ts', '// The user `nobody` of the system, and nobodyElse.'],
  ['a.ts', 'const found = /nobody is here/'],
  ['a.md', 'PostgreSQL runs as `nobody`.\n\n```ts\n// For whoever.\n```\n'],
])('leaves identifiers and code alone: %s %j', (path, source) => {
  expect(findRefusedWords(path, source)).toEqual([])
})

it('returns the line of each word, in order', () => {
  const source = "const text = 'by nobody'\n\n/* For\n   somebody. */\n"
  expect(findRefusedWords('a.ts', source)).toEqual([
    { word: 'nobody', line: 1 },
    { word: 'somebody', line: 4 },
  ])
})
