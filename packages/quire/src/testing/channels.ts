import {
  type AnyMethods,
  type Call,
  type Entity,
  type ErrorCode,
  type Issue,
  type OperationDescription,
  type Parameter,
  QuireError,
} from '@quirecms/core'
import { createClient, QuireError as ClientError } from '@quirecms/sdk'
import { STATUS_OF_CODE } from '@quirecms/server'
import { must } from './must.ts'
import type { AnyTestApp } from './test-app.ts'
import type { TestLocal } from './test-local.ts'

export interface StatedCall {
  readonly call: string
  readonly as?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Outcome {
  readonly status: number
  readonly code: string | undefined
  readonly issues?: readonly Issue[] | undefined
  readonly doc?: unknown
  readonly docs?: readonly unknown[] | undefined
  readonly body: unknown
  readonly text: string
  readonly headers?: Headers
}

interface AnswerBody {
  readonly error?: { readonly code: string; readonly issues?: readonly Issue[] }
  readonly doc?: unknown
  readonly docs?: readonly unknown[]
}

async function callHttp(test: AnyTestApp, { call, as, body: sent, headers }: StatedCall): Promise<Outcome> {
  const { method, path, query } = parseCall(call)
  const encoded = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const response = await test.request(method, encoded === '' ? path : `${path}?${encoded}`, { as, body: sent, headers })
  const { status, text } = response
  const body = response.body as AnswerBody | undefined
  const error = body?.error
  return {
    status,
    text,
    headers: response.headers,
    code: error?.code,
    issues: error?.issues,
    doc: body?.doc,
    docs: body?.docs,
    body,
  }
}

/** Makes the same call through the local API, by the method of the route's operation. */
export function callLocal(test: AnyTestApp, stated: StatedCall): Promise<Outcome> {
  const api = localApiOf(test, stated.as)
  return callMethod(test, stated, ({ kind, slug }) => (kind === 'collection' ? api.collections : api.globals)[slug])
}

/** Makes the call with the client, over HTTP. */
function callClient(test: AnyTestApp, stated: StatedCall): Promise<Outcome> {
  const client = createClient({ baseUrl: test.url, fetch: test.fetchAs(stated.as) })
  return callMethod(
    test,
    stated,
    // The same methods without their types, which a table of calls can't have.
    ({ kind, slug }) =>
      (kind === 'collection' ? client.collection(slug) : client.global(slug)) as unknown as AnyMethods,
  )
}

async function callMethod(
  test: AnyTestApp,
  stated: StatedCall,
  methodsOf: (entity: Entity<Call>) => AnyMethods | undefined,
): Promise<Outcome> {
  const { method, path, query } = parseCall(stated.call)
  const { entity, operation, params } = findOperation(test, method, path)
  const methods = must(methodsOf(entity), entity.slug)
  const run = must(methods[operation.local.method], `method "${operation.local.method}"`)
  const args = operation.local.args.map((name) => (name === 'body' ? stated.body : params[name.replace('params.', '')]))
  const ifMatch = Object.entries(stated.headers ?? {}).find(([name]) => name.toLowerCase() === 'if-match')?.[1]
  const options = {
    ...decodeQuery(query, test.manifest.parameters),
    ...(ifMatch !== undefined && { ifMatch: Number(ifMatch.replaceAll('"', '')) }),
  }
  try {
    const answer: unknown = await run(...args, options)
    const { kind, status } = operation.answer
    const text = JSON.stringify(answer)
    if (kind === 'doc') return { status, code: undefined, doc: answer, body: { doc: answer }, text }
    return {
      status,
      code: undefined,
      docs: kind === 'list' ? (answer as { docs: unknown[] }).docs : undefined,
      body: answer,
      text,
    }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): Outcome {
  const isOfClient = error instanceof ClientError
  if (!isOfClient && !(error instanceof QuireError)) throw error
  const { message } = error
  const code = error.code as ErrorCode
  const issues = error.issues?.length === 0 ? undefined : error.issues
  const body = { error: { code, issues, message } }
  return { status: isOfClient ? error.status : STATUS_OF_CODE[code], code, issues, body, text: JSON.stringify(body) }
}

export const CHANNELS = [
  ['HTTP', callHttp],
  ['local API', callLocal],
  ['client', callClient],
] as const

function localApiOf(test: AnyTestApp, name: string | undefined): TestLocal {
  if (name === undefined) return test.local
  if (name === 'system') return test.local.asSystem()
  const actor = test.actors[name]
  if (!actor) throw new Error(`There is no test actor "${name}".`)
  return test.local.as(actor)
}

function parseCall(call: string): { method: string; path: string; query: [string, string][] } {
  const [, method = '', path = '', query = ''] = /^(\S+) ([^?]*)(?:\?(.*))?$/s.exec(call) ?? []
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split(/=(.*)/s, 2))
  return { method, path, query: pairs.map(([name = '', value = '']) => [name, value]) }
}

function findOperation(test: AnyTestApp, method: string, path: string) {
  const [, kind = '', slug = '', rest = ''] = /^\/api\/(collections|globals)\/([^/]+)(.*)$/.exec(path) ?? []
  const { manifest } = test
  const entity = (kind === 'collections' ? manifest.collections : manifest.globals)[slug]
  for (const operation of Object.values<OperationDescription>(entity?.operations ?? {})) {
    const names: string[] = []
    const pattern = operation.endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name)
      return '([^/]+)'
    })
    const found = operation.endpoint.method === method ? new RegExp(`^${pattern}$`).exec(rest) : null
    // A literal segment ("/count") has precedence over a parameter.
    if (!found || (rest.slice(1) !== '' && names.includes('id') && isLiteral(entity, rest))) continue
    if (!entity) break
    return { entity, operation, params: Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])) }
  }
  throw new Error(`No operation serves ${method} ${path}; mark the scenario as only: 'http'.`)
}

function isLiteral(entity: { operations: object } | undefined, rest: string): boolean {
  return Object.values<OperationDescription>({ ...entity?.operations }).some(({ endpoint }) => endpoint.path === rest)
}

function decodeQuery(
  query: readonly (readonly [string, string])[],
  parameters: Readonly<Record<string, Parameter>>,
): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, text] of query) {
    const parameter = Object.values(parameters).find((one) => one.spellings.includes(name))
    const key = parameter?.name ?? name
    if (parameter?.encoding === 'texts') options[key] = [...((options[key] as string[] | undefined) ?? []), text]
    else if (parameter?.encoding === 'json') options[key] = JSON.parse(text)
    else if (parameter?.encoding === 'integer') options[key] = Number(text)
    else if (parameter?.encoding === 'boolean') options[key] = text === 'true'
    else if (parameter?.encoding === 'boolean or text')
      options[key] = text === 'true' || text === 'false' ? text === 'true' : text
    else options[key] = text
  }
  return options
}
