import {
  collection,
  defineConfig,
  ERROR_CODES,
  f,
  global,
  ISSUE_CODES,
  type JsonObject,
  type JsonValue,
} from '@quirecms/core'
import { describeApi, STATUS_OF_CODE } from '@quirecms/server'
import { must, resolveApplication } from '@quirecms/testkit'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../setup/runs.ts'
import { someApplication } from './arbitrary-application.ts'
import { richConfig } from './rich-application.ts'
import { SchemaCompiler } from './schema-compiler.ts'

const manifest = resolveApplication(richConfig)
const info = { title: 'Rich', version: '3.2.1' }
const api = describeApi({ manifest, info, quireVersion: '0.1.0' }) as unknown as Description

interface Description extends JsonObject {
  paths: Record<string, Record<string, DescribedOperation>>
  components: Record<'schemas' | 'responses' | 'parameters' | 'headers', Record<string, JsonObject>>
}

interface DescribedOperation extends JsonObject {
  operationId: string
  tags: string[]
  parameters: { $ref: string }[]
  responses: Record<string, { $ref: string }>
}

describe('the description', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(api))).toEqual({ valid: true })
    expect(api['openapi']).toMatch(/^3\.1\./)
  })

  test('contains the version of the application, and that of the framework', () => {
    expect(api).toMatchObject({ info, 'x-quire-version': '0.1.0' })
  })

  test('is the same for the same configuration, byte for byte', () => {
    const again = describeApi({ manifest: resolveApplication(richConfig), info, quireVersion: '0.1.0' })
    expect(JSON.stringify(again)).toBe(JSON.stringify(api))
  })

  test('has only schemas that compile', () => {
    expect(() => new SchemaCompiler(api).compileAll()).not.toThrow()
  })

  test('references every component, and no missing one', () => {
    const { schemas, responses, parameters, headers } = api.components
    const have = Object.entries({ schemas, responses, parameters, headers }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    )
    const referred = new Set(referencesIn(api))
    // Schemas of an application may contain references into their own component.
    const missing = [...referred].filter((one) => !have.some((name) => one === name || one.startsWith(`${name}/`)))
    expect(missing).toEqual([])
    expect(have.filter((name) => !referred.has(name))).toEqual([])
  })

  test('stays valid for any fields', { tags: ['release'] }, async () => {
    const validator = new Validator()
    await fc.assert(
      fc.asyncProperty(someApplication, async (config) => {
        const described = describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' })
        expect(await validator.validate(structuredClone(described))).toEqual({ valid: true })
        new SchemaCompiler(described).compileAll()
      }),
      runs(5),
    )
  })
})

describe("an application's own JSON Schemas", () => {
  const schemaOf = (schema: JsonObject) => {
    const config = defineConfig({ collections: { posts: collection({ fields: { meta: f.json({ schema }) } }) } })
    return describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' }) as unknown as Description
  }

  test('reference themselves at their new path', () => {
    const described = schemaOf({ $ref: '#/$defs/a', $defs: { a: { properties: { next: { $ref: '#' } } } } })
    const at = '#/components/schemas/PostsDocument.meta'
    expect(described.components.schemas['PostsDocument.meta']).toEqual({ $ref: `${at}.a` })
    expect(described.components.schemas['PostsDocument.meta.a']).toEqual({ properties: { next: { $ref: at } } })
    expect(() => new SchemaCompiler(described).compileAll()).not.toThrow()
  })

  test('keep definitions that need no global name', () => {
    const $defs = { 'a b': { type: 'string' } }
    const described = schemaOf({ properties: { next: { $ref: '#/$defs/a%20b' } }, $defs })
    expect(described.components.schemas['PostsDocument.meta']).toEqual({
      properties: { next: { $ref: '#/components/schemas/PostsDocument.meta/$defs/a%20b' } },
      $defs,
    })
    expect(() => new SchemaCompiler(described).compileAll()).not.toThrow()
  })

  test('may contain data and members that look like references', () => {
    const schema = { properties: { $ref: { const: '#/x' } }, enum: [{ $ref: '#/y' }], default: { $id: 'z' } }
    const { properties } = schemaOf(schema).components.schemas['PostsDocument'] as { properties: JsonObject }
    expect(properties['meta']).toEqual({ anyOf: [schema, { type: 'null' }] })
  })

  test('are omitted if they define anchors, which may conflict', () => {
    const described = schemaOf({ $id: 'https://example.com/a', type: 'object' })
    expect(Object.keys(described.components.schemas['PostsDocument.meta'] ?? {})).toEqual(['description'])
  })
})

describe('paths', () => {
  const served = [...Object.values(manifest.collections), ...Object.values(manifest.globals)].flatMap((entity) =>
    Object.values(entity.operations).flatMap(({ endpoint, answer }) => {
      const base = endpoint.base === undefined ? '' : `/${endpoint.base}`
      const path = `/api${base}/${entity.kind}s/${entity.slug}${endpoint.path}`
      return [endpoint.method, ...(answer.kind === 'stream' ? ['HEAD'] : [])].map((method) => `${method} ${path}`)
    }),
  )
  const asked = [
    '/api/counts',
    '/api/search',
    '/api/documents',
    '/api/schedule',
    '/api/start',
    '/api/schema',
    '/api/openapi.json',
    '/api/docs',
    '/healthz',
    '/readyz',
  ]
  const jobs = [
    'GET /api/jobs',
    'GET /api/jobs/definitions',
    'GET /api/jobs/{id}',
    'POST /api/jobs/{id}/cancel',
    'POST /api/jobs/{id}/retry',
  ]
  const service = ['POST /api/access', ...jobs, ...asked.map((path) => `GET ${path}`)]

  test('are those of the operations, and of the service itself', () => {
    const described = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual([...served, ...service].toSorted())
  })

  test('have operations with unique ids and tags', () => {
    const ids = Object.values(api.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['listBlogPosts', 'updateGlobalSettings', 'checkReadiness']))
    const tags = (api['tags'] as { name: string }[]).map(({ name }) => name)
    expect(tags).toEqual(['authors', 'blog-posts', 'tags', 'global settings', 'global tags', 'Account', 'Service'])
  })

  test('stay distinct for similar slugs', () => {
    const one = { fields: { a: f.text() } }
    const config = defineConfig({
      collections: {
        a1: collection(one),
        'a-1': collection(one),
        'global-a': collection(one),
        'a-global': collection(one),
      },
      globals: { a: global(one), 'a-1': global(one) },
    })
    const described = describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' })
    const { schemas } = (described as unknown as Description).components
    const documents = Object.keys(schemas).filter((name) => /(Document|Global)$/.test(name))
    expect(documents).toEqual([
      'A1Document',
      'AGlobal',
      'AGlobal_Document',
      'A_1Document',
      'A_1Global',
      'GlobalADocument',
    ])
    const ids = Object.values((described as unknown as Description).paths).flatMap((item) => Object.values(item))
    expect(new Set(ids.map(({ operationId }) => operationId)).size).toBe(ids.length)
  })
})

describe('operations', () => {
  const at = (path: string, method: string) => must(api.paths[path]?.[method], `${method} ${path}`)
  const names = (operation: DescribedOperation) => operation.parameters.map(({ $ref }) => $ref.split('/').at(-1))

  test('accept the parameters of the manifest, by their first spelling', () => {
    const list = names(at('/api/collections/blog-posts', 'get'))
    expect(list).toEqual(
      expect.arrayContaining(['page', 'limit', 'sort', 'where', 'select', 'locale', 'fallback-locale']),
    )
    expect(names(at('/api/collections/tags/{id}', 'patch'))).toEqual(
      expect.arrayContaining(['id', 'select', 'If-Match']),
    )
    expect(names(at('/api/globals/settings', 'patch'))).not.toContain('id')
    expect(names(at('/api/collections/tags/{id}', 'get'))).not.toContain('If-Match')
  })

  test('serialize parameters as the service parses them', () => {
    const { parameters } = api.components
    expect(parameters['where']).toMatchObject({
      in: 'query',
      schema: {
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { $ref: '#/components/schemas/Where' },
      },
    })
    expect(parameters['sort']).toMatchObject({ style: 'form', explode: true, schema: { type: 'array' } })
    expect(parameters['locale']).toMatchObject({ schema: { enum: ['en', 'de', 'pt-BR', 'all', '*'], default: 'en' } })
    expect(parameters['fallback-locale']?.['description']).toContain('`fallbackLocale`')
    expect(parameters['id']).toMatchObject({ in: 'path', required: true, schema: { format: 'uuid' } })
  })

  test('list the writable joins', () => {
    const [, field] = at('/api/collections/authors/{id}/joins/{field}', 'patch').parameters
    expect(field).toMatchObject({
      name: 'field',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: ['posts'] },
    })
  })

  test('say whether they need a body', () => {
    expect(at('/api/collections/tags', 'post')['requestBody']).toMatchObject(body('TagsCreate', true))
    expect(at('/api/collections/tags/{id}', 'patch')['requestBody']).toMatchObject(body('TagsUpdate', true))
    expect(at('/api/collections/tags/{id}/duplicate', 'post')['requestBody']).toMatchObject(body('TagsUpdate', false))
    expect(at('/api/collections/tags/{id}', 'delete')['requestBody']).toBeUndefined()
    expect(at('/api/globals/tags', 'patch')['requestBody']).toMatchObject(body('TagsGlobalInput', true))
  })

  test('have the responses of docs/contract/requests.md#answers', () => {
    expect(Object.keys(at('/api/collections/tags', 'post').responses)[0]).toBe('201')
    const { responses } = api.components
    expect(responses['TagsDocument']).toMatchObject({ headers: { ETag: {}, 'X-Request-ID': {} } })
    expect(must(responses['TagsDocument'], 'document')['headers']).not.toHaveProperty('Location')
    expect(responses['TagsDocumentCreated']).toMatchObject({ headers: { ETag: {}, Location: {} } })
    expect(must(responses['TagsDocumentList'], 'list')['headers']).not.toHaveProperty('ETag')
    expect(responses['Unauthenticated']).toMatchObject({ headers: { 'WWW-Authenticate': {} } })
    expect(Object.values(responses).every(({ headers }) => headers && 'X-Request-ID' in (headers as object))).toBe(true)
    expect(responses['TooManyRequests']).toMatchObject({ headers: { 'Retry-After': {} } })
    expect(responses['Failure']).toMatchObject({ headers: { Allow: {} } })
  })

  test('return plain documents, and name the forms that a call can request', () => {
    const { responses, schemas } = api.components
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const answer = { doc: reference('BlogPostsDocument') }
    expect(responses['BlogPostsDocument']).toMatchObject({
      content: { 'application/json': { schema: { properties: answer } } },
    })
    const list = { docs: { items: reference('BlogPostsDocument') } }
    expect(responses['BlogPostsDocumentList']).toMatchObject({
      content: { 'application/json': { schema: { properties: list } } },
    })
    expect(schemas['BlogPostsDocument']?.['x-quire-forms']).toEqual({
      view: reference('BlogPostsView'),
      allLocales: reference('BlogPostsDocumentAllLocales'),
      viewAllLocales: reference('BlogPostsViewAllLocales'),
    })
    expect(schemas['TagsDocument']?.['x-quire-forms']).toEqual({ view: reference('TagsView') })
  })

  test('permit conditional requests if they have an ETag', () => {
    const config = defineConfig({
      collections: {
        kept: collection({ cache: '60s', transfers: false, fields: {} }),
        other: collection({ transfers: false, fields: {} }),
      },
      globals: { site: global({ cache: '60s', versions: true, fields: {} }) },
    })
    const described = describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' })
    const conditional = Object.entries((described as unknown as Description).paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => {
        const { parameters = [], responses } = operation as Partial<DescribedOperation>
        const takes = parameters.some(({ $ref }) => $ref === '#/components/parameters/If-None-Match')
        expect(Object.hasOwn(responses ?? {}, '304'), path).toBe(takes)
        return takes ? [`${method} ${path}`] : []
      }),
    )
    expect(conditional.toSorted()).toEqual([
      'get /api/collections/kept',
      'get /api/collections/kept/count',
      'get /api/collections/kept/distinct',
      'get /api/collections/kept/{id}',
      'get /api/collections/kept/{id}/lock',
      'get /api/collections/kept/{id}/references',
      'get /api/collections/other/count',
      'get /api/collections/other/distinct',
      'get /api/collections/other/{id}',
      'get /api/collections/other/{id}/lock',
      'get /api/collections/other/{id}/references',
      'get /api/counts',
      'get /api/docs',
      'get /api/documents',
      'get /api/globals/site',
      'get /api/globals/site/versions/{revision}',
      'get /api/openapi.json',
      'get /api/schedule',
      'get /api/schema',
      'get /api/search',
      'get /api/start',
    ])
  })

  test('list only possible errors', () => {
    const statuses = (path: string, method: string) => Object.keys(at(path, method).responses)
    expect(statuses('/api/collections/tags', 'get')).toEqual(
      ['200', '400', '401', '403', '421', '429', '500', '503', 'default'], // prettier-ignore
    )
    expect(statuses('/api/collections/tags/{id}', 'get')).toContain('404')
    expect(statuses('/api/collections/tags/{id}', 'get')).not.toContain('409')
    expect(statuses('/api/collections/tags/{id}', 'patch')).toEqual(
      expect.arrayContaining(['404', '409', '413', '422']),
    )
    expect(statuses('/api/collections/tags/bulk', 'post')).not.toContain('404')
    expect(statuses('/healthz', 'get')).not.toContain('429')
  })

  function body(schema: string, required: boolean) {
    return { required, content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } } }
  }
})

describe('errors', () => {
  const compiler = new SchemaCompiler(api)
  const envelope = (error: object) => ({ error: { message: 'No.', requestId: 'r-1', ...error } })

  test('are closed unions', () => {
    expect(api.components.schemas['ErrorCode']).toMatchObject({ enum: ERROR_CODES })
    expect(api.components.schemas['IssueCode']).toMatchObject({ enum: ISSUE_CODES })
  })

  test.each(Object.entries(STATUS_OF_CODE))('%s has its status', (code, status) => {
    const issues = [{ code: 'required', path: 'title', message: 'Is required.' }]
    expect(compiler.component('ErrorEnvelope')(envelope({ code, status, issues }))).toBe(true)
    const own = Object.entries(api.components.responses).find(([, response]) =>
      JSON.stringify(response).includes(`"status":{"const":${status}}`),
    )
    // Statuses that no operation names (405, 416) are `Failure`.
    const validate = compiler.at(`/components/responses/${own?.[0] ?? 'Failure'}/content/application~1json/schema`)
    expect(validate(envelope({ code, status, issues }))).toBe(true)
    expect(validate(envelope({ code: 'no_such_code', status, issues }))).toBe(false)
  })

  test('of validation have issues', () => {
    const validate = compiler.at('/components/responses/Invalid/content/application~1json/schema')
    expect(validate(envelope({ code: 'validation', status: 422 }))).toBe(false)
  })
})

function referencesIn(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}
