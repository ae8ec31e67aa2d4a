import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Programs that packages bring under another name, and packages that `bench` installs in folders of its own. */
const ALSO_NAMED = ['tsc', 'payload', '@payloadcms/db-sqlite', '@strapi/strapi']

const READ = /\.(?:ts|tsx|mjs|cjs|js|md|yml|yaml|sh|html)$|(?:^|\/)(?:package\.json|Dockerfile[^/]*|run)$/

const IMPORTS = [
  /^[ \t]*(?:import|export)\b[^'"\n=]*\bfrom[ \t]*['"]([^'"\n]+)['"]/gm,
  /^[ \t]*import[ \t]*['"]([^'"\n]+)['"]/gm,
  /^[ \t]*\}[ \t]*from[ \t]*['"]([^'"\n]+)['"]/gm,
  /\bimport\([ \t]*['"]([^'"\n]+)['"]/g,
  /^[ \t]*declare module ['"]([^'"*\n]+)['"]/gm,
]

/** A command, and its words up to where a sentence or another command goes on. */
const COMMANDS =
  /\b(npx|npm (?:install|i|add|exec|x|create|init|deprecate|view|info|publish|unpublish))((?:[ \t]+[^\s`'"|&;<>()[\],\\]+)*)/g

/** The packages that a text imports, or names in a command of npm. */
function namedIn(text: string): string[] {
  const imported = IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    .filter((name) => /^[@a-z]/i.test(name) && !name.includes('${') && !isBuiltin(name))
    .map(packageOf)
  const commanded = [...text.matchAll(COMMANDS)].flatMap(([, command = '', words = '']) => inCommand(command, words))
  return [...imported, ...commanded]
}

function inCommand(command: string, words: string): string[] {
  const given = words.trim().split(/[ \t]+/)
  const named = given.flatMap((word) => /^--package=(.+)$/.exec(word)?.[1] ?? [])
  const end = given.indexOf('--')
  const plain = (end === -1 ? given : given.slice(0, end)).filter((word) => word !== '' && !word.startsWith('-'))
  // Of these commands, only the first word is a package: the others are for what it runs.
  const isOne = /^(?:npx|npm (?:exec|x|create|init|deprecate))$/.test(command)
  const wanted = named.length > 0 ? named : isOne ? plain.slice(0, 1) : plain
  return wanted.flatMap((word) => {
    const spec = word.replace(/[.:]$/, '')
    if (/^[./]/.test(spec)) return tarball(spec)
    if (spec.includes('/') && !spec.startsWith('@')) return []
    const name = packageOf(spec.replace(/(.)@.*$/, '$1'))
    return /^npm (?:create|init)$/.test(command) ? [`create-${name}`] : [name]
  })
}

/** `vendor/quirecms-sdk-0.1.0.tgz` is `@quirecms/sdk`. */
function tarball(path: string): string[] {
  const [, name] = /([^/]+)-\d+\.\d+\.\d+\.tgz$/.exec(path) ?? []
  return name === undefined ? [] : [name.replace(/^quirecms-/, '@quirecms/')]
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

test('every package that an import or a command names is a workspace or a dependency', () => {
  const own = fileURLToPath(import.meta.url)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => READ.test(file) && join(root, file) !== own)
  const known = new Set(ALSO_NAMED)
  for (const file of files.filter((one) => /(?:^|\/)package\.json$/.test(one))) {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Readonly<Record<string, object | string>>
    if (typeof manifest['name'] === 'string') known.add(manifest['name'])
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
      for (const name of Object.keys(manifest[kind] ?? {})) known.add(name)
  }
  const found = files.flatMap((file) => namedIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
  // If nothing is read any more, nothing is found wrong either.
  expect(new Set(found.map(({ name }) => name))).toEqual(
    expect.objectContaining({ size: expect.toSatisfy((size: number) => size > 50) }),
  )
  const foreign = found.filter(({ name }) => !known.has(name)).map(({ file, name }) => `${file}: ${name}`)
  expect([...new Set(foreign)]).toEqual([])
})

test.each([
  ["import { f } from 'quire'", ['quire']],
  ["import {\n  f,\n} from '@quire/core'", ['@quire/core']],
  ["const a = await import('quire/plugin')", ['quire']],
  ["declare module 'quire' {", ['quire']],
  ['Run `npx quire migrate status`.', ['quire']],
  ['npm install --save-dev vitest @quire/sdk', ['vitest', '@quire/sdk']],
  ['npm install ./vendor/quire-sdk-0.1.0.tgz', ['quire-sdk']],
  ['npm create quire@latest my-app', ['create-quire']],
  ['npm exec --yes --package=../x/create-quire-0.1.0.tgz -- create-quire a', ['create-quire']],
  ["npm deprecate quire@0.2.0 'Use 0.2.1'", ['quire']],
  ['npm install\nnpm run dev', []],
  ["import { join } from 'node:path'\nimport './own.ts'", []],
])('%s names %j', (text, names) => {
  expect(namedIn(text)).toEqual(names)
})
