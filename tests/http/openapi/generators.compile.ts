import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { disk } from '@quirecms/core'
import { describeApi } from '@quirecms/server'
import { createTestApp, resolveApplication } from '@quirecms/testkit'
import { rolldown } from 'rolldown'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { complete } from './complete-application.ts'
import { eachOperationOnce } from './each-operation-once.ts'
import { runTool } from './foreign-tool.ts'

/** Types and clients that other generators make of the description. */

/** Collections that are called below. */
const CALLED = ['posts', 'people', 'media']

/** The workspace's compiler: those of generators are slower and may change. */
const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-openapi-'))
  const info = { title: 'complete', version: '1.0.0' }
  const description = describeApi({ manifest: resolveApplication(complete), info, quireVersion: '0.1.0' })
  await writeFile(join(folder, 'api.json'), JSON.stringify(eachOperationOnce(description, CALLED)))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'calls.ts'), CALLS)
  await writeFile(join(folder, 'orval.config.mjs'), ORVAL)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICTLY, include: ['calls.ts'] }))
  return () => rm(folder, { recursive: true, force: true })
})

const STRICTLY = {
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'esnext',
  lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  strict: true,
  noEmit: true,
  types: [],
}

const ORVAL = `
export default { api: { input: './api.json', output: { target: './orval.ts', client: 'fetch', baseUrl: '' } } }
`

test('generated types and clients compile, have the right types, and call the service', async () => {
  await Promise.all([
    runTool(folder, 'openapi-typescript', 'bin/cli.js', 'api.json', '-o', 'schema.d.ts'),
    runTool(folder, '@hey-api/openapi-ts', 'bin/run.js', '-i', 'api.json', '-o', 'hey-api', '--silent'),
    runTool(folder, 'orval', 'dist/bin/orval.mjs', '--config', 'orval.config.mjs'),
    runTool(
      folder,
      'swagger-typescript-api',
      'dist/cli.mjs',
      'generate',
      '-p',
      'api.json',
      '-o',
      '.',
      '-n',
      'swagger.ts',
      '--silent',
    ),
  ])
  const options = ['-p', '.', '--pretty', 'false', '--checkers', '1']
  const compiled = spawnSync(process.execPath, [COMPILER, ...options], { cwd: folder, encoding: 'utf8' }).stdout
  expect(compiled).toBe('')

  const storage = disk(join(folder, 'files'))
  const app = await createTestApp({ ...complete, storage })
  onTestFinished(() => app.close())
  const build = await rolldown({ cwd: folder, input: './calls.ts', platform: 'node' })
  await build.write({ dir: folder, entryFileNames: 'calls.mjs', format: 'esm' })
  await build.close()
  const { callAll } = (await import(join(folder, 'calls.mjs'))) as { callAll: (url: string) => Promise<unknown> }
  const seen = { name: 'Ada', found: 1, refused: 'required', revision: 1, uploaded: 'text/plain' }
  expect(await callAll(app.url)).toEqual({ heyApi: seen, orval: seen, swagger: seen, types: ['One'] })
}, 600_000)

/** What a client developer writes from the description alone. The compiler checks it with the generated types. */
const CALLS = `
import type { components, paths } from './schema.js'
import { client } from './hey-api/client.gen'
import * as heyApi from './hey-api/index'
import * as orval from './orval'
import { Api, type PostsDocument as SwaggerPost } from './swagger'

type Schemas = components['schemas']

// What has a default need not be sent.
const post: Schemas['PostsCreate'] = { title: 'One' }
const where: Schemas['Where'] = { and: [{ name: { equals: 'Ada' } }, { not: { name: { exists: false } } }] }
const heyWhere: heyApi.Where = { and: [{ name: { equals: 'Ada' } }], name: { exists: true } }
const orvalWhere: orval.Where = { or: [{ name: { equals: 'Ada' } }], not: { name: { exists: false } } }
// No schema is an object without a type.
type Login = paths['/api/auth/users/login']['post']['responses'][200]['content']['application/json']
const mailOf = (login: Login): string | null => login.user.email
type Snapshot = paths['/api/collections/posts/{id}/versions/{revision}']['get']['responses'][200]['content']['application/json']
const snapshotTitle = ({ doc }: Snapshot): string | null | undefined => doc.data.title
const access: Schemas['AccessPostsRequest'] = { data: { views: 3 } }
void [mailOf, snapshotTitle, access, where, heyWhere, orvalWhere]

// An answer holds the plain document: all of its fields, as plain values, from every generator.
type Answer = paths['/api/collections/posts']['get']['responses'][200]['content']['application/json']
const revisionOf = ({ docs }: Answer): number[] => docs.map(({ revision }) => revision)
const titleOf = ({ docs }: Answer): (string | null)[] => docs.map(({ title }) => title)
const heyTitle = ({ doc }: heyApi.ReadPostsResponse): string | null => doc.title
const heyRevision = ({ doc }: heyApi.ReadPostsResponse): number => doc.revision
const orvalTitle = ({ title, revision }: orval.PostsDocument): [string | null, number] => [title, revision]
const swaggerTitle = ({ title, revision }: SwaggerPost): [string | null, number] => [title, revision]
void [revisionOf, heyTitle, heyRevision, orvalTitle, swaggerTitle]

const file = () => new File(['hello'], 'hello.txt', { type: 'text/plain' })
const named = (name: string) => JSON.stringify({ and: [{ name: { equals: name } }] })

async function byHeyApi(baseUrl: string) {
  client.setConfig({ baseUrl })
  const { data } = await heyApi.createPeople({ body: { name: 'Ada' } })
  const { data: list } = await heyApi.listPeople({
    query: { where: named('Ada'), select: '{"name":true}', populate: '{"posts":true}', limit: 5, sort: ['-createdAt', 'name'] },
  })
  const { error } = await heyApi.createPeople({ body: {} as heyApi.PeopleCreate })
  const issues = error && 'issues' in error.error ? error.error.issues : []
  const { data: created } = await heyApi.createPosts({ body: post, throwOnError: true })
  const { data: media } = await heyApi.createMedia({ body: { file: file() } })
  return {
    name: data?.doc.name,
    found: list?.pagination.totalDocs,
    refused: issues?.[0]?.code,
    revision: created.doc.revision,
    uploaded: media?.doc.mimeType,
  }
}

async function byOrval(baseUrl: string) {
  // Its addresses are relative to where the client runs, as in a browser.
  const given = globalThis.fetch
  globalThis.fetch = (input, init) => given(typeof input === 'string' ? baseUrl + input : input, init)
  try {
    const people = await orval.createPeople({ name: 'Bob' })
    const list = await orval.listPeople({ where: named('Bob'), select: '{"name":true}', limit: 5 })
    const refusal = await orval.createPeople({} as orval.PeopleCreate)
    const created = await orval.createPosts({ title: 'Two' })
    const media = await orval.createMedia({ file: file() })
    return {
      name: people.status === 201 ? people.data.doc.name.replace('Bob', 'Ada') : undefined,
      found: list.status === 200 ? list.data.pagination.totalDocs : undefined,
      refused: refusal.status === 422 ? refusal.data.error.issues[0]?.code : undefined,
      revision: created.status === 201 ? created.data.doc.revision : undefined,
      uploaded: media.status === 201 ? media.data.doc.mimeType : undefined,
    }
  } finally {
    globalThis.fetch = given
  }
}

async function bySwagger(baseUrl: string) {
  const { api } = new Api({ baseUrl, baseApiParams: { format: 'json' } })
  const people = await api.createPeople({ name: 'Cleo' })
  const list = await api.listPeople({ where: named('Cleo'), populate: '{"posts":true}', limit: 5 })
  const refusal = await api.createPeople({} as never).catch((error: { error: { error: { issues: { code: string }[] } } }) => error)
  const created = await api.createPosts({ title: 'Three' })
  const media = await api.createMedia({ file: file() })
  return {
    name: people.data.doc.name.replace('Cleo', 'Ada'),
    found: list.data.pagination.totalDocs,
    refused: 'error' in refusal && refusal.error && 'error' in refusal.error ? refusal.error.error.issues?.[0]?.code : undefined,
    revision: created.data.doc.revision,
    uploaded: media.data.doc.mimeType,
  }
}

export async function callAll(baseUrl: string) {
  const [ofHeyApi, ofOrval, ofSwagger] = [await byHeyApi(baseUrl), await byOrval(baseUrl), await bySwagger(baseUrl)]
  const answer = await fetch(baseUrl + '/api/collections/posts?sort=createdAt&limit=1&draft=true')
  return { heyApi: ofHeyApi, orval: ofOrval, swagger: ofSwagger, types: titleOf((await answer.json()) as Answer) }
}
`
