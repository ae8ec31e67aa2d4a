import { type Entity, type JsonSchema, type Operation, pluginOf } from '@quirecms/core'
import { EXAMPLE_ID } from './examples.ts'

/** A code sample in the format of Redoc (`x-codeSamples`). */
interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript'
  readonly label: 'curl' | 'Client' | 'Local API'
  readonly source: string
}

type AnyOperation = Operation<never>

/** The call of an operation in code. Routes have no method. */
export interface CodeCall {
  readonly name?: string
  /** `collections.posts`; undefined if only HTTP can call it. */
  readonly on?: string | undefined
  readonly method?: string
  readonly args?: AnyOperation['local']['args']
  readonly answer?: AnyOperation['answer']['kind']
}

/** Placeholder for the service's origin; the page replaces it with its own. */
const SAMPLE_ORIGIN = 'http://localhost:3000'

export function codeCallOf(entity: Pick<Entity, 'kind' | 'slug'>, operation: AnyOperation): CodeCall {
  const { name, local, answer } = operation
  return { name, on: apiPathOf(entity, operation), method: local.method, args: local.args, answer: answer.kind }
}

function apiPathOf({ kind, slug }: Pick<Entity, 'kind' | 'slug'>, operation: AnyOperation): string | undefined {
  if (operation.local.on === 'application') return ''
  if (operation.local.on === 'nothing' || pluginOf(operation) !== undefined) return undefined
  if (kind === 'service') return 'account'
  const group = operation.endpoint.base === 'auth' ? 'auth' : kind === 'collection' ? 'collections' : 'globals'
  return /^[a-z]\w*$/i.test(slug) ? `${group}.${slug}` : `${group}['${slug}']`
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema?: JsonSchema
}

interface SampleRequest {
  readonly method: string
  readonly path: string
  readonly inPath: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly hasFile: boolean
  readonly needsKey: boolean
  readonly call: CodeCall
}

interface Look {
  resolve(parameter: JsonSchema): JsonSchema
  exampleOf(schema: JsonSchema): unknown
  /** Returns the id of an example document of the tag's collection. */
  idOf(tag: string): string
  /** Whether API keys exist; samples of writes then show where to put one. */
  readonly hasKeys: boolean
}

export function withCodeSamples(
  paths: Readonly<Record<string, Record<string, JsonSchema>>>,
  calls: ReadonlyMap<string, CodeCall>,
  look: Look,
): Record<string, Record<string, JsonSchema>> {
  const entries = Object.entries(paths).map(([path, item]) => {
    const described = Object.entries(item).map(([method, operation]): [string, JsonSchema] => {
      if (method === 'head') return [method, operation]
      const call = calls.get(String(operation['operationId'])) ?? {}
      return [method, { ...operation, 'x-codeSamples': samplesOf(shownOf(path, method, operation, call, look)) }]
    })
    return [path, Object.fromEntries(described)] as const
  })
  return Object.fromEntries(entries)
}

function shownOf(path: string, method: string, operation: JsonSchema, call: CodeCall, look: Look): SampleRequest {
  const parameters = ((operation['parameters'] ?? []) as JsonSchema[]).map((one) =>
    look.resolve(one),
  ) as unknown as Parameter[]
  const [tag = ''] = operation['tags'] as readonly string[]
  const value = ({ name, example, schema = {} }: Parameter) =>
    name === 'id' ? look.idOf(tag) : (example ?? look.exampleOf(schema) ?? 'text')
  const valuesIn = (place: string, isShown: (one: Parameter) => boolean) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place && isShown(one)).map((one) => [one.name, value(one)]),
    )
  const { content = {} } = (operation['requestBody'] ?? {}) as {
    readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly schema?: JsonSchema }>>
  }
  const form = content['multipart/form-data']
  const json = content['application/json']
  return {
    method,
    path,
    call,
    inPath: valuesIn('path', () => true),
    // Samples of lists show filters.
    query: valuesIn('query', ({ name, required }) => required === true || (call.method === 'find' && isChoice(name))),
    hasFile: form !== undefined,
    needsKey: look.hasKeys && method !== 'get' && operation['security'] === undefined,
    body: withDocumentId(json?.example ?? dataOf(form?.schema, look), look.idOf(tag)),
  }
}

/** Replaces placeholder ids by ids of the same collection, unless the example names another one. */
function withDocumentId(body: unknown, id: string): unknown {
  return body === undefined ? undefined : (JSON.parse(JSON.stringify(body).replaceAll(EXAMPLE_ID, id)) as unknown)
}

function isChoice(name: string): boolean {
  return name === 'where' || name === 'sort' || name === 'limit'
}

function dataOf(form: JsonSchema | undefined, look: Look): unknown {
  const { data } = (form?.['properties'] ?? {}) as { readonly data?: JsonSchema }
  return data && look.exampleOf(data)
}

function samplesOf(shown: SampleRequest): CodeSample[] {
  const { on } = shown.call
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(shown) },
    { lang: 'TypeScript', label: 'Client', source: on === undefined ? requestOf(shown) : callOf('client', shown) },
    {
      lang: 'TypeScript',
      label: 'Local API',
      source: on === undefined ? fetchOf(shown) : callOf('app.local', shown),
    },
  ]
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function addressOf({ path, inPath }: SampleRequest): string {
  return path.replaceAll(/\{(\w+)\}/g, (found, name: string) =>
    name in inPath ? encodeURIComponent(asText(inPath[name])) : found,
  )
}

function curlOf(shown: SampleRequest): string {
  const { method, query, body, hasFile } = shown
  const asked = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  const verb = asked.length > 0 && method === 'get' ? '-G ' : method === 'get' ? '' : `-X ${method.toUpperCase()} `
  const address = method === 'get' || asked.length === 0 ? addressOf(shown) : `${addressOf(shown)}?${searchOf(asked)}`
  const lines = [`curl ${verb}${shellQuoted(SAMPLE_ORIGIN + address)}`]
  if (method === 'get')
    lines.push(...asked.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${asText(value)}`)}`))
  if (shown.needsKey) lines.push('-H "Authorization: Bearer $API_KEY"')
  if (hasFile) {
    lines.push("-F 'file=@picture.jpg'")
    if (body !== undefined) lines.push(`-F ${shellQuoted(`data=${JSON.stringify(body)};type=application/json`)}`)
  } else if (body !== undefined)
    lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

function searchOf(asked: readonly (readonly [string, unknown])[]): string {
  return new URLSearchParams(asked.map(([name, value]): [string, string] => [name, asText(value)])).toString()
}

/** Routes of the application and of plugins can only be called over HTTP. */
function requestOf(shown: SampleRequest): string {
  const { method, body } = shown
  const options = body === undefined ? '' : `, ${literal({ body })}`
  return `const answer = await client.request('${method.toUpperCase()}', ${literal(addressOf(shown))}${options})`
}

function fetchOf(shown: SampleRequest): string {
  const { method, query, body, hasFile, needsKey } = shown
  const asked = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  const address = asked.length > 0 ? `${addressOf(shown)}?${searchOf(asked)}` : addressOf(shown)
  const headers = [
    ...(needsKey ? ['Authorization: `Bearer ${process.env.API_KEY}`'] : []),
    ...(body === undefined || hasFile ? [] : ["'Content-Type': 'application/json'"]),
  ]
  const options = [
    ...(method === 'get' ? [] : [`method: '${method.toUpperCase()}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body === undefined || hasFile ? [] : [`body: JSON.stringify(${literal(body)})`]),
  ]
  const given = options.length > 0 ? `, { ${options.join(', ')} }` : ''
  return `const answer = await app.fetch(new Request(${literal(SAMPLE_ORIGIN + address)}${given}))`
}

/** Parameters that are JSON in a URL become values in code. */
function optionsOf({ query }: SampleRequest): Record<string, unknown> {
  const values = Object.entries(query).map(([name, value]): [string, unknown] => {
    const isJson = typeof value === 'string' && /^[[{]/.test(value)
    if (isJson) return [name, JSON.parse(value) as unknown]
    return [name, Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value]
  })
  return Object.fromEntries(values)
}

const RESULTS: Readonly<Record<AnyOperation['answer']['kind'], string>> = {
  doc: 'doc',
  list: '{ docs, pagination }',
  results: '{ results }',
  value: 'answer',
  stream: 'file',
  events: 'one',
  redirect: 'answer',
}

function callOf(api: 'client' | 'app.local', shown: SampleRequest): string {
  const { call, body, inPath, hasFile } = shown
  const given = (call.args ?? []).map((name) => {
    if (name === 'id') return literal(inPath['id'])
    if (name !== 'body') return literal(inPath[name.slice('params.'.length)] ?? name.slice('params.'.length))
    return hasFile ? withFile(api, body) : literal(body ?? {})
  })
  // Drops optional arguments at the end, except for options.
  const options = optionsOf(shown)
  const all = Object.keys(options).length > 0 ? [...given, literal(options)] : given
  while (all.length > 1 && all.at(-1) === '{}') all.pop()
  const target = call.on === '' ? api : `${api}.${String(call.on)}`
  if (call.answer === 'events')
    return `for await (const one of ${target}.${String(call.method)}(${all.join(', ')})) console.log(one)`
  return `const ${RESULTS[call.answer ?? 'value']} = await ${target}.${String(call.method)}(${all.join(', ')})`
}

/** A program passes a path, a browser the file of an `<input type="file">`. */
function withFile(api: 'client' | 'app.local', body: unknown): string {
  const members = typeof body === 'object' && body !== null ? body : {}
  if (api === 'app.local') return literal({ file: './picture.jpg', ...members })
  const rest = literal(members)
  return rest === '{}'
    ? '{ file: input.files[0] }'
    : rest.replace(/^\{\s*/, (open) => `${open}file: input.files[0],${open.slice(1)}`)
}

const SHORT = 72

const NAME = /^[a-z_$][\w$]*$/i

/** Formats a JSON value as TypeScript: `{ title: 'Hello' }`. */
export function literal(value: unknown, indentation = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const inner = `${indentation}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${NAME.test(name) ? name : quoted(name)}: ${literal(one, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + indentation.length <= SHORT && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indentation}${close}`
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)
  return `'${escaped}'`
}
