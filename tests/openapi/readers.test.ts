import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type QuireConfig, resolveApplication } from '@quire/core'
import { describeApi } from '@quire/server'
import { createTestApp } from '@quire/testkit'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { everything } from '../sdk/everything.ts'
import { richConfig } from './rich-application.ts'

/** What others do with the description: check it, and make clients of it. */

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const toolOf = (name: string, path: string) => join(packageOf(name), path)
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
let folder: string

/** Where a package is that exports only what it wants to be imported. */
function packageOf(name: string): string {
  const found = require.resolve.paths(name)?.map((at) => join(at, name, 'package.json'))
  for (const file of found ?? []) {
    try {
      return dirname(require.resolve(file))
    } catch {
      continue
    }
  }
  throw new Error(`There is no ${name}.`)
}

const descriptions: Readonly<Record<string, QuireConfig>> = { everything, rich: richConfig }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-openapi-'))
  for (const [name, config] of Object.entries(descriptions)) {
    const info = { title: name, version: '1.0.0' }
    const description = describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' })
    await writeFile(join(folder, `${name}.json`), JSON.stringify(description))
  }
  return () => rm(folder, { recursive: true, force: true })
})

async function node(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

test.each(Object.keys(descriptions))('a linter finds nothing wrong with the description of %s', async (name) => {
  const cli = toolOf('@redocly/cli', 'bin/cli.js')
  const lint = node(cli, 'lint', '--extends', 'recommended-strict', '--format', 'json', `${name}.json`)
  const report = await lint.catch((error: { stdout: string }) => error.stdout)
  const { problems } = JSON.parse(report) as { problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

describe('generators', () => {
  test('make types and clients that compile, say what they mean, and call the service', async () => {
    await node(toolOf('openapi-typescript', 'bin/cli.js'), 'everything.json', '-o', 'schema.d.ts')
    await node(toolOf('@hey-api/openapi-ts', 'bin/run.js'), '-i', 'everything.json', '-o', 'client', '--silent')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'calls.ts'), CALLS)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'esnext',
          lib: ['ESNext', 'DOM'],
          strict: true,
          noEmit: true,
          types: [],
        },
        include: ['*.ts'],
      }),
    )
    const compiled = await node(compiler, '-p', '.').catch((error: { stdout: string }) => error.stdout)
    expect(compiled).toBe('')

    const app = await createTestApp(everything, { dialect: 'sqlite', postgresUrl: inject('postgresUrl') })
    onTestFinished(() => app.close())
    const build = await rolldown({ cwd: folder, input: './calls.ts', platform: 'node' })
    await build.write({ dir: folder, entryFileNames: 'calls.mjs', format: 'esm' })
    await build.close()
    const { call } = (await import(join(folder, 'calls.mjs'))) as { call: (baseUrl: string) => Promise<unknown> }
    expect(await call(app.url)).toEqual({
      created: { name: 'Ada' },
      found: 1,
      refused: 'required',
      titles: ['One'],
    })
  }, 120_000)
})

/** What somebody writes who has nothing but the description. The compiler looks at it with the generated types. */
const CALLS = `
import type { components, paths } from './schema.js'
import { client } from './client/client.gen.js'
import { createPeople, createPosts, listPeople, loginUsers } from './client/index.js'

type Schemas = components['schemas']

// What has a default need not be sent.
const post: Schemas['PostsCreate'] = { title: 'One' }
const where: Schemas['Where'] = { and: [{ name: { equals: 'Ada' } }, { not: { name: { exists: false } } }] }
// A document that nobody asked a part of has all of its fields, as plain values.
const titleOf = (document: Schemas['PostsDocument']): string | null => document.title
const nameOf = (document: Schemas['PeopleDocument']): string => document.name
// Nothing is an object that nobody knows anything about.
type Login = paths['/api/auth/users/login']['post']['responses'][200]['content']['application/json']
const mailOf = (login: Login): string => login.user.email
type Snapshot = paths['/api/collections/posts/{id}/versions/{revision}']['get']['responses'][200]['content']['application/json']
const viewsOf = ({ doc }: Snapshot): unknown => doc.data.views
const access: Schemas['AccessPostsRequest'] = { data: { views: 3 } }
void [mailOf, viewsOf, access, where]

export async function call(baseUrl: string) {
  client.setConfig({
    baseUrl,
    // Objects in a query are JSON.
    querySerializer: (query) =>
      new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      ).toString(),
  })
  const { data } = await createPeople({ body: { name: 'Ada' } })
  const { data: list } = await listPeople({ query: { where: { and: [{ name: { equals: 'Ada' } }] }, limit: 5 } })
  const { error } = await createPeople({ body: {} as Schemas['PeopleCreate'] })
  const issues = error && 'issues' in error.error ? error.error.issues : []
  const created = await createPosts({ body: post, throwOnError: true })
  const answer = await fetch(baseUrl + '/api/collections/posts')
  const posts = (await answer.json()) as paths['/api/collections/posts']['get']['responses'][200]['content']['application/json']
  void loginUsers
  return {
    created: { name: data && nameOf(data.doc as Schemas['PeopleDocument']) },
    found: list?.pagination.totalDocs,
    refused: issues?.[0]?.code,
    titles: posts.docs.filter(({ id }) => id === created.data.doc.id).map((one) => titleOf(one as Schemas['PostsDocument'])),
  }
}
`
