import { describeApi } from '@quirecms/server'
import { must, onEachDatabase, resolveApplication } from '@quirecms/testkit'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { DescribedAnswers } from '../../http/openapi/described-answers.ts'
import { SchemaCompiler } from '../../http/openapi/schema-compiler.ts'
import { members } from './members.ts'
import { newcomer } from './people.ts'

interface Described {
  readonly security?: unknown
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Record<string, Record<string, unknown>>
}

interface Operation {
  readonly tags: readonly string[]
  readonly security?: unknown
  readonly parameters?: readonly { readonly name?: string }[]
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>
}

const info = { title: 'Members', version: '1.0.0' }
const describe = (config: Parameters<typeof resolveApplication>[0]) =>
  describeApi({ manifest: resolveApplication(config), info, quireVersion: '0.1.0' }) as unknown as Described
const api = describe(members)

it('is valid, has no dangling references, and compiles', { tags: ['release'] }, async () => {
  expect(await new Validator().validate(structuredClone(api as never))).toEqual({ valid: true })
  expect(() => new SchemaCompiler(api as never).compileAll()).not.toThrow()
  const referred = JSON.stringify(api)
  for (const [kind, named] of Object.entries(api.components)) {
    if (kind === 'securitySchemes') continue
    for (const name of Object.keys(named)) expect(referred.includes(`"#/components/${kind}/${name}"`), name).toBe(true)
  }
  const tags = api.tags.map(({ name }) => name)
  for (const item of Object.values(api.paths))
    for (const operation of Object.values(item)) expect(tags).toContain(operation.tags[0])
})

it('describes how to authenticate, if a collection can sign in', () => {
  expect(Object.keys(api.components['securitySchemes'] ?? {})).toEqual([
    'sessionCookie',
    'sessionToken',
    'apiKey',
    'previewToken',
  ])
  expect(api.components['securitySchemes']?.['sessionCookie']).toMatchObject({
    type: 'apiKey',
    in: 'cookie',
    name: 'service_session',
  })
  expect(api.security).toEqual([{}, { sessionCookie: [] }, { sessionToken: [] }, { apiKey: [] }])
  for (const path of ['login', 'forgot-password', 'reset-password']) {
    expect(api.paths[`/api/auth/users/${path}`]?.['post']?.security).toEqual([])
  }
  expect(api.paths['/healthz']?.['get']?.security).toEqual([])
  expect(must(api.paths['/api/auth/me']?.['get'], 'description of me')).not.toHaveProperty('security')
  const { users, customers, ...collections } = members.collections
  expect([users, customers]).toHaveLength(2)
  const without = describe({ collections: { notes: collections.notes } })
  expect(without.components).not.toHaveProperty('securitySchemes')
  expect(without.security).toEqual([])
})

it('describes the new user, and the header that bootstrap may need', () => {
  const { post } = api.paths['/api/auth/users/create-user'] ?? {}
  expect(post?.parameters?.map(({ name }) => name)).toContain('x-bootstrap-token')
  expect(api.components['schemas']?.['CreateUserUsersRequest']).toMatchObject({
    required: ['data', 'password'],
    properties: { data: { $ref: '#/components/schemas/UsersCreate' } },
  })
  expect(JSON.stringify(api)).not.toMatch(/passwordHash|tokenHash|"hint"/)
})

onEachDatabase('responses', { config: members }, (app) => {
  it('match the description', async () => {
    const user = await newcomer(app())
    await app().request('PUT', '/api/preferences/k', { body: { value: 1 }, headers: user.byToken })
    await app().request('POST', '/api/auth/api-keys', { body: { name: 'k' }, headers: user.byCookie })
    const compiler = new SchemaCompiler(api as never)
    for (const [method, path, body] of [
      ['GET', '/api/auth/me'],
      ['GET', '/api/auth/sessions'],
      ['GET', '/api/auth/api-keys'],
      ['GET', '/api/preferences/{key}'],
      ['GET', '/api/auth/users/bootstrap'],
      ['POST', '/api/auth/users/forgot-password', { email: 'a@example.com' }],
      ['POST', '/api/access/collections/users'],
      ['POST', '/api/access/collections/users/selection'],
      ['POST', '/api/access/globals/settings'],
      ['DELETE', '/api/preferences'],
      ['POST', '/api/auth/logout-all'],
    ] as const) {
      const answer = await app().request(method, path.replace('{key}', 'k'), { body, headers: user.byToken })
      expect(answer.status, path).toBe(200)
      const place = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
      const check = compiler.at(
        `/paths/${place}/${method.toLowerCase()}/responses/200/content/application~1json/schema`,
      )
      expect([path, check(answer.body), check.errors]).toEqual([path, true, null])
    }
  })

  it('name missing preferences', async () => {
    const user = await newcomer(app())
    const described = new DescribedAnswers(api as never)
    for (const method of ['GET', 'DELETE']) {
      const answer = await app().request(method, '/api/preferences/none', { headers: user.byToken })
      expect(answer.status).toBe(404)
      expect(described.deviations(method, '/api/preferences/none', answer)).toEqual([])
    }
    // Whatever the key, one can be stored there.
    expect(api.paths['/api/preferences/{key}']?.['put']?.responses).not.toHaveProperty('404')
  })
})
