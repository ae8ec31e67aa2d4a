import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  checkConfig,
  ConfigurationError,
  ERROR_CODES,
  fieldTypes,
  ISSUE_CODES,
  OPERATORS,
  pathOf,
} from '@quirecms/core'
import { resolveApplication } from '@quirecms/testkit'
import { STATUS_OF_CODE } from '@quirecms/server'
import { expect, test } from 'vitest'
import { everything } from '../../http/sdk/everything.ts'
import { anchorsOf, type Page, proseOf, readPages, rowsOf } from './documentation.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const pages = readPages()
const page = (path: string): Page => {
  const found = pages.find((one) => one.path === path)
  if (!found) throw new Error(`there is no ${path}`)
  return found
}
const unquoted = (cell = '') => cell.replaceAll('`', '')

test.each(pages)('the links of $path exist', (from) => {
  const links = [...proseOf(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => !/^https?:/.test(link) && !leadsSomewhere(from, link))
  expect(broken).toEqual([])
})

function leadsSomewhere(from: Page, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? from.path : relative(root, join(root, dirname(from.path), file))
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || anchorsOf(page(path)).includes(anchor)
}

test('every page of docs is in its index, and every decision in that of the ADRs', () => {
  const linked = (path: string) => [...page(path).text.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, link = '']) => link)
  const files = (folder: string) => globSync('*.md', { cwd: join(root, folder) }).filter((file) => file !== 'README.md')
  expect(linked('docs/README.md').toSorted()).toEqual(files('docs').toSorted())
  expect(linked('docs/adr/README.md')).toEqual(files('docs/adr').toSorted())
})

test('docs/http-api.md lists the error codes with their statuses', () => {
  const api = page('docs/http-api.md')
  const rows = rowsOf(api, 'code', 'status', 'when')
  const listed = Object.fromEntries(rows.map(([code, status]) => [unquoted(code), Number(status)]))
  expect(listed).toEqual(STATUS_OF_CODE)
  expect(rows).toHaveLength(ERROR_CODES.length)
})

test('docs/errors.md says what to do about each error', () => {
  const rows = rowsOf(page('docs/errors.md'), 'code', 'what to do')
  expect(rows.map(([code]) => unquoted(code))).toEqual([...ERROR_CODES])
})

test('docs/operations.md lists all operations, their routes, methods and rules', () => {
  const rows = rowsOf(page('docs/operations.md'), 'operation', 'request', 'method', 'rule', 'requires')
  const listed = rows.map(([name = '', ...rest]) => [name.split(':')[0], ...rest.slice(0, 3)].map(unquoted).join(' | '))
  const { collections, globals, service } = resolveApplication(everything)
  const entities = [...Object.values(collections), ...Object.values(globals), service]
  const rules = new Map<string, Set<string>>()
  for (const entity of entities) {
    for (const { name, endpoint, local, rule } of Object.values(entity.operations)) {
      const path = pathOf(entity, { endpoint }).replace(`/${entity.slug}`, '/{slug}')
      const args = local.args.map((one) => (one === 'body' ? 'data' : one.replace('params.', '')))
      // Pages for browsers and endpoints for other services have no method.
      const method = local.on === 'nothing' ? '' : `${local.method}(${args.join(', ')})`
      // Each job that clients may queue has an operation of its own.
      const isOfJob = name === 'queueRemind'
      const served = isOfJob ? 'queueJob | POST /api/jobs/{job} | ' : `${name} | ${endpoint.method} ${path} | ${method}`
      rules.set(served, new Set([...(rules.get(served) ?? []), ...(rule === undefined ? [] : [rule])]))
    }
  }
  const served = [...rules].map(([one, asked]) => `${one} | ${[...asked].toSorted().join(', ')}`)
  expect(listed.toSorted()).toEqual(served.toSorted())
})

test('docs/http-api.md lists the issue codes', () => {
  const rows = rowsOf(page('docs/http-api.md'), 'code', 'meaning')
  expect(rows.map(([code]) => unquoted(code))).toEqual([...ISSUE_CODES])
})

test('docs/fields.md has a section for each field type, in the order of the table', () => {
  const fields = page('docs/fields.md')
  const listed = rowsOf(fields, 'type', 'value', 'sorts', 'operators').map(([type = '']) => /`(\w+)`/.exec(type)?.[1])
  expect(listed).toEqual(Object.keys(fieldTypes))
  expect(anchorsOf(fields).slice(-listed.length)).toEqual(listed.map((type) => type?.toLowerCase()))
})

test('docs/querying.md explains every operator', () => {
  const rows = rowsOf(page('docs/querying.md'), 'operator', 'holds if', 'on')
  expect(rows.flatMap(([cell = '']) => cell.split(', ').map(unquoted)).toSorted()).toEqual([...OPERATORS].toSorted())
})

test.each([
  ['the application', {}, ['option', 'meaning', 'default']],
  ['server', { server: { unknown: 1 } }, ['option', 'meaning', 'default']],
  ['localization', { localization: { unknown: 1 } }, ['option', 'meaning', 'default']],
  ['collections.posts', { collections: { posts: { unknown: 1 } } }, ['option', 'meaning']],
])('docs/configuration.md lists the options of %s', (_place, config, header) => {
  const rows = rowsOf(page('docs/configuration.md'), ...header)
  const listed = new Set(rows.flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)))
  const missing = optionsBeside(config).filter((name) => !listed.has(name))
  expect(missing).toEqual([])
})

test('docs/authentication.md lists the options of auth', () => {
  const rows = rowsOf(page('docs/authentication.md'), 'option', 'meaning', 'default')
  const options = optionsBeside({ collections: { users: { fields: {}, auth: { unknown: 1 } } } })
  expect(rows.map(([cell]) => unquoted(cell)).toSorted()).toEqual(options.toSorted())
})

test('docs/configuration.md lists the options of smtp', () => {
  const rows = rowsOf(page('docs/configuration.md'), 'option of `smtp`', 'meaning')
  const listed = rows.flatMap(([cell = '']) => cell.split(', ').map(unquoted))
  const options = optionsBeside({ email: { from: 'a@example.com', unknown: 1 } })
  expect(listed.toSorted()).toEqual(options.filter((name) => name !== 'transport').toSorted())
})

/** Valid options beside an invalid one: the error message lists them. */
function optionsBeside(config: object): string[] {
  try {
    checkConfig({ collections: {}, unknown: 1, ...config })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const wrong = error.problems.findLast((problem) => problem.place.endsWith('unknown'))
    return /the options are: ([^)]+)/.exec(wrong?.message ?? '')?.[1]?.split(', ') ?? []
  }
  return []
}

test('docs/internals/dependencies.md has a reason for every dependency', () => {
  const rows = rowsOf(page('docs/internals/dependencies.md'), 'dependency', 'for')
  const listed = rows.flatMap(([cell = '']) => cell.split(', ').map(unquoted))
  const declared = dependencies()
  expect(listed.filter((name) => !declared.has(name))).toEqual([])
  // One that nothing imports is for knip to report.
  const imports = read('{packages,examples,bench,tests,scripts}/**/*.{ts,mjs}').join('\n')
  const isImported = (name: string) => imports.includes(`from '${name}'`) || imports.includes(`from '${name}/`)
  expect([...declared].filter((name) => !listed.includes(name) && isImported(name))).toEqual([])
})

test('docs/getting-started.md shows the tsconfig.json that new applications get', () => {
  const shown = /```json\n(\{\n  "compilerOptions"[^`]*)```/.exec(page('docs/getting-started.md').text)?.[1]
  expect(shown).toBe(readFileSync(join(root, 'packages/create-quire/starters/every/tsconfig.json'), 'utf8'))
})

function dependencies(): ReadonlySet<string> {
  const manifests = read('{.,packages/*,examples/*,bench,tests}/package.json')
  const names = manifests.flatMap((text) => {
    const manifest = JSON.parse(text) as Record<string, Record<string, string>>
    return [manifest['dependencies'], manifest['devDependencies']].flatMap((part) => Object.keys(part ?? {}))
  })
  return new Set(names.filter((name) => !name.startsWith('@quirecms/') && name !== 'quirecms'))
}

function read(pattern: string): string[] {
  const paths = globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist'] })
  return paths.map((path) => readFileSync(join(root, path), 'utf8'))
}
