import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { anchorsOf, readPages } from './documentation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = readPages()
const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]))

const SOURCES = '{packages,plugins,tests,bench,examples,scripts}/**/*.{ts,tsx,js,mjs,css,json}'
const WRITTEN_BY_NOBODY = ['**/node_modules', '**/dist', '**/tests/docs']

const texts = [
  ...pages,
  ...globSync([SOURCES, '.github/**/*', '.ci/*'], { cwd: root, exclude: WRITTEN_BY_NOBODY })
    .filter((path) => !path.split('/').at(-1)?.startsWith('package-lock') && /\.\w+$|\.ci/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
]

/** References to pages in comments and texts, such as `docs/contract/errors.md#refusals`. */
const REFERENCE = /(?<![\w./-])(docs\/[\w./-]+\.md)(?:#([\p{L}\p{N}_-]+))?/gu

test('docs that code, comments and pages refer to exist', () => {
  const references = texts.flatMap(({ path, text }) =>
    [...text.matchAll(REFERENCE)].map(([name, page = '', anchor]) => ({ path, name, page, anchor })),
  )
  const broken = references.filter(({ page, anchor }) => {
    const there = anchors.get(page)
    return there === undefined || (anchor !== undefined && !there.includes(anchor))
  })
  expect(broken.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  // Otherwise the pattern is broken.
  expect(references.filter(({ anchor }) => anchor).length).toBeGreaterThan(100)
})

/** Pages with paths of the repository. */
const GUIDES = ['CONTRIBUTING.md', 'docs/internals/where-to-add.md', 'docs/internals/writing-tests.md']

/** A path may be relative to the root, to core, or to the folder of packages. */
const placesOf = (path: string) => [path, `packages/core/src/${path}`, `packages/${path.replace('/', '/src/')}`]

test('files and folders in the guides for contributors exist', () => {
  const guides = pages.filter(({ path }) => GUIDES.includes(path))
  expect(guides).toHaveLength(GUIDES.length)
  const text = guides.map((page) => page.text).join('\n')
  const named = [...text.matchAll(/`([\w@.-]+(?:\/[\w.-]*)*)`/g)].map(([, name = '']) => name)
  // Commands, modules and URLs contain slashes too: paths start with one of our folders or have one of our extensions.
  const files = named.filter(
    (name) =>
      /^(?:packages|plugins|tests|docs|bench|core|scripts)\/|\w\.(?:tsx?|mjs|md|css)$/.test(name) &&
      !name.includes('/dist/'),
  )
  const missing = files.filter((name) => {
    const isThere = placesOf(name).some((path) => existsSync(join(root, path)))
    // A bare name is a neighbour of the previous file.
    return !isThere && (name.includes('/') || !texts.some(({ path }) => path.endsWith(`/${name}`)))
  })
  expect(missing).toEqual([])
  expect(files.length).toBeGreaterThan(100)
})

test('each file of a typical change names a model for the addition', () => {
  const table = pages.find(({ path }) => path === 'docs/internals/where-to-add.md')?.text ?? ''
  const rows = [...table.matchAll(/^- \*\*An? [^*]*\*\*, such as `(\w+)`\n((?: {2}.*\n)+)/gm)]
  const lacking = rows.flatMap(([, neighbour = '', cells = '']) => {
    const named = new RegExp(`\\b${neighbour}\\b`)
    const files = [...cells.matchAll(/`((?:packages|tests|docs)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file)
    return files.filter((file) => !named.test(readFileSync(join(root, file), 'utf8')))
  })
  expect(lacking).toEqual([])
  expect(rows.length).toBeGreaterThanOrEqual(7)
})

test('no file refers to a document outside of the repository', () => {
  const citations = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:contract|spec(?:ification)?)(?:,? section)? \d+\b|http-api\.md, [A-Z]|§ ?\d/g)].map(
      ([citation]) => `${path}: ${citation}`,
    ),
  )
  expect(citations).toEqual([])
})

test('every page of the contract is in its index, and every rule has an anchor', () => {
  const index = pages.find(({ path }) => path === 'docs/contract/README.md')?.text ?? ''
  const listed = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => `docs/contract/${page}`)
  const contract = pages.map(({ path }) => path).filter((path) => path.startsWith('docs/contract/'))
  expect(listed.toSorted()).toEqual(contract.filter((path) => !path.endsWith('README.md')).toSorted())
  for (const path of contract) expect([...new Set(anchors.get(path))]).toEqual(anchors.get(path))
})
