import { collection, ConfigurationError, defineConfig, f, global } from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { expect, test } from 'vitest'

const parent = (options: object) => f.relationship({ to: 'pages', ...options })
const localization = { locales: ['en', 'de'], defaultLocale: 'en' }

function problemsOf(fields: object): string[] {
  const config = {
    localization,
    collections: { pages: collection({ fields } as never), others: collection({ fields: {} }) },
  }
  try {
    resolveApplication(defineConfig(config as never))
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.problems.map(({ place, message }) => `${place}: ${message}`)
  }
  return []
}

const at = 'collections.pages.fields'

test.each([
  [
    'to many',
    { parent: parent({ tree: true, many: true }) },
    `${at}.parent: \`tree\` only works for a relationship to one document`,
  ],
  [
    'to a list of collections',
    { parent: parent({ tree: true, to: ['pages'] }) },
    `${at}.parent: \`tree\` only works for a relationship to one document`,
  ],
  [
    'to another collection',
    { parent: parent({ tree: true, to: 'others' }) },
    `${at}.parent: \`tree\` only works for a relationship to its own`,
  ],
  [
    'in rows',
    { rows: f.array({ fields: { parent: parent({ tree: true }) } }) },
    `${at}.rows.parent: \`tree\` only works outside of arrays`,
  ],
  [
    'localized',
    { parent: parent({ tree: true, localized: true }) },
    `${at}.parent: \`tree\` only works if the field is not localized`,
  ],
  [
    'in a localized group',
    { seo: f.group({ localized: true, fields: { parent: parent({ tree: true }) } }) },
    `${at}.seo.parent: \`tree\` only works if the field is not localized`,
  ],
  [
    'no number of levels',
    { parent: parent({ tree: { depth: 1 } }) },
    `${at}.parent: \`tree\` must be true, false or { depth } with 2 to 1000 levels`,
  ],
  ['something else', { parent: parent({ tree: 'yes' }) }, `${at}.parent: \`tree\` must be true, false or { depth }`],
])('a tree %s is refused', (_, fields, problem) => {
  const problems = problemsOf(fields)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(problem)
})

test('a tree in a group is refused, and a disabled one is ignored', () => {
  expect(problemsOf({ place: f.group({ fields: { parent: parent({ tree: { depth: 4 } }) } }) })).toEqual([])
  expect(problemsOf({ parents: parent({ tree: false, many: true }) })).toEqual([])
})

test('a global cannot be part of a tree', () => {
  const config = defineConfig({
    collections: { pages: collection({ fields: {} }) },
    globals: { home: global({ fields: { page: parent({ tree: true }) } }) },
  })
  expect(() => resolveApplication(config)).toThrow('`tree` only works for a relationship to its own collection')
})
