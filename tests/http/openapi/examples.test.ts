import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk, type QuireConfig, sqlite } from '@quirecms/core'
import { type App, createApp, createLogger } from 'quirecms'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { form, PNG } from '../uploads/gallery.ts'
import { blogConfig, complete } from './complete-application.ts'

/** Clients send examples of the description: the service never refuses their form. */

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> }
}

interface Description {
  readonly tags: readonly { readonly name: string; readonly 'x-example-id'?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

const EMAIL = 'editor@example.com'
const PASSWORD = 'correct horse battery staple'
const EXAMPLE_ID = '01998a3c-5d1e-7b2f-8c4d-9e0f1a2b3c4d'

/** Needs another server or a unique value, which examples lack, or ends the session of the other calls. */
const APART = /^(?:remoteUpload|upsert|logout|logoutAll|changePassword|refresh|deleteSession)/

/** Open to signed-in callers, so that only the example itself can fail. */
function open(config: QuireConfig): QuireConfig {
  const everybody = () => true
  const rules = ['read', 'create', 'update', 'delete', 'deletePermanent', 'readDrafts', 'readVersions', 'publish']
  const access = Object.fromEntries(rules.map((rule) => [rule, everybody]))
  const opened = <One>(all: Readonly<Record<string, One>> = {}, names: readonly string[]): Record<string, One> =>
    Object.fromEntries(
      Object.entries(all).map(([slug, one]) => {
        const given = (one as { access?: object }).access ?? {}
        const kept = Object.fromEntries(
          Object.entries(access).filter(([rule]) => names.includes(rule) || rule in given),
        )
        return [slug, { ...one, access: { ...given, ...kept } }]
      }),
    )
  return {
    ...config,
    collections: opened(config.collections, ['read', 'create', 'update', 'delete']),
    globals: opened(config.globals, ['read', 'update']),
  }
}

const applications: Readonly<Record<string, QuireConfig>> = { complete, blog: await blogConfig() }

describe.each(Object.entries(applications))('the examples of %s', (_, config) => {
  let folder: string
  let app: App
  let url: string
  let description: Description
  let headers: Record<string, string>
  const ids = new Map<string, string>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-examples-'))
    const served = {
      ...open(config),
      database: sqlite(':memory:'),
      storage: disk(folder),
      server: { ...config.server, rateLimit: false },
    }
    app = await createApp(served as QuireConfig, {
      log: createLogger({ level: 'silent' }),
      mailer: { send: async () => {} },
    })
    url = await app.listen({ port: 0 })
    description = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description
    const data = { email: EMAIL, name: 'Editor' }
    await send('POST', '/api/auth/users/create-user', { data, password: PASSWORD })
    const { token } = (await send('POST', '/api/auth/users/login', { email: EMAIL, password: PASSWORD })).body as {
      token: string
    }
    headers = { authorization: `Session ${token}` }
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const isForm = body instanceof FormData
    const type = body === undefined || isForm ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...type },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text }
  }

  const operations = () =>
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    )
  const exampleOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.example
  const collectionOf = (path: string) => /\/collections\/([\w-]+)/.exec(path)?.[1] ?? ''

  /** Examples can't contain ids of existing documents; clients replace them by their own. */
  const withIds = (value: unknown, slug: string): unknown => {
    // Each collection has a placeholder id for its documents.
    const named = description.tags.reduce(
      (text, { name, 'x-example-id': example }) => {
        return example === undefined ? text : text.replaceAll(example, ids.get(name) ?? example)
      },
      JSON.stringify(value ?? null),
    )
    return JSON.parse(named.replaceAll(EXAMPLE_ID, ids.get(slug) ?? EXAMPLE_ID))
  }

  test('create documents', async () => {
    const creating = operations().filter(({ operation }) => /^create(?!User)/.test(operation.operationId))
    expect(creating.length).toBeGreaterThan(3)
    // Referenced collections first.
    const order = (path: string) => (['media', 'authors', 'people'].includes(collectionOf(path)) ? 0 : 1)
    for (const { path, operation } of creating.toSorted((one, other) => order(one.path) - order(other.path))) {
      if (!path.startsWith('/api/collections/')) continue
      const slug = collectionOf(path)
      const body = operation.requestBody?.content['multipart/form-data']
        ? form(PNG, 'dot.png', { alt: 'A dot' })
        : withIds(exampleOf(operation), 'authors')
      const answer = await send('POST', path, body)
      expect(answer.status, `${path}: ${JSON.stringify(answer.body)} to ${JSON.stringify(body)}`).toBe(201)
      ids.set(slug, (answer.body as { doc: { id: string } }).doc.id)
    }
  })

  test('are accepted by every other operation with a body', async () => {
    const others = operations().filter(
      ({ operation }) => !operation.operationId.startsWith('create') && !APART.test(operation.operationId),
    )
    const refused: string[] = []
    for (const { method, path, operation } of others) {
      const example = exampleOf(operation)
      if (example === undefined) continue
      const slug = collectionOf(path)
      const address = path
        .replace('{id}', ids.get(slug) ?? EXAMPLE_ID)
        .replace('{revision}', '1')
        .replaceAll(/\{\w+\}/g, 'posts')
      const answer = await send(method, address, withIds(example, slug))
      // A copy repeats unique values, and joins need ids of another collection.
      const { issues = [] } = (answer.body as { error?: { issues?: { code: string }[] } }).error ?? {}
      const isOfDocuments = issues.length > 0 && issues.every(({ code }) => code === 'unique' || code === 'not_found')
      if ([400, 413, 415, 422, 500].includes(answer.status) && !isOfDocuments)
        refused.push(`${method} ${address}: ${JSON.stringify(answer.body)} to ${JSON.stringify(example)}`)
    }
    expect(refused).toEqual([])
  })

  test('are accepted as parameters, each separately', async () => {
    const reads = operations().filter(({ method, path }) => method === 'GET' && !path.includes('/plugins/'))
    for (const { path, operation } of reads) {
      const slug = collectionOf(path)
      if (path.replace('{id}', '').includes('{')) continue
      const parameters = (operation.parameters ?? []).map(
        (given) => description.components.parameters[given.$ref?.split('/').at(-1) ?? ''] ?? given,
      )
      const required = parameters.filter((one) => one.in === 'query' && one.required)
      for (const parameter of parameters) {
        if (parameter.in !== 'query' || parameter.example === undefined) continue
        const value = encodeURIComponent([parameter.example].flat().map(String).join(','))
        const needed = required
          .filter(({ name }) => name !== parameter.name)
          .map(({ name, example }) => `&${name}=${String(example)}`)
        const address = `${path.replace('{id}', ids.get(slug) ?? EXAMPLE_ID)}?${parameter.name}=${value}${needed.join('')}`
        const answer = await send('GET', address)
        expect([400, 422, 500], `${address}: ${JSON.stringify(answer.body)}`).not.toContain(answer.status)
      }
    }
  })
})
