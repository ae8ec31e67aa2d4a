import type { JsonSchema } from '../contracts/json.ts'
import type { Answer } from '../contracts/answer.ts'
import type { Operation, Parameter } from '../contracts/operation.ts'
import type { PluginApi, PluginEntityApi, PluginMethod } from '../contracts/plugin-api.ts'
import { hasBody } from '../contracts/route.ts'
import type { InputOf, PluginAnswer } from '../config/infer/plugins.ts'
import { isObject } from '../content/json-object.ts'
import type { Call } from '../engine/call.ts'
import { PARAMETERS } from '../query/parameters.ts'

type Run<Method extends PluginMethod> = (
  call: Call,
  input: InputOf<Method>,
) => Promise<
  Method extends { readonly answer: infer Kind }
    ? Extract<Answer, { kind: Kind }>
    : { readonly kind: 'value'; readonly value: PluginAnswer<Method> }
>

/**
 * Makes the operations of a plugin from the description that its clients use, and collects their new query parameters.
 * Put both into a feature of the service.
 *
 * @example
 * const { operations, parameters } = implementApi(likesApi, {
 * like: async (call, { by }) => ({ kind: 'value', value: { likes: await like(call, by) } }),
 * })
 */
export function implementApi<const Api extends PluginApi>(
  { key, methods }: Api,
  runs: { readonly [Name in keyof Api['methods']]: Run<Api['methods'][Name]> },
): { readonly operations: readonly Operation<Call>[]; readonly parameters: readonly Parameter[] } {
  const operations = Object.entries(methods).map(
    ([name, method]): Operation<Call> => ({
      ...operationOf(key, name, method),
      // Each function takes the input of its own method.
      run: (call) => (runs[name] as Run<PluginMethod>)(call, inputOf(method, call) as never) as Promise<Answer>,
    }),
  )
  const parameters = new Map<string, Parameter>()
  for (const method of Object.values(methods)) {
    for (const [name, schema] of queryOf(method)) parameters.set(name, parameterOf(name, schema))
  }
  for (const { name } of PARAMETERS) parameters.delete(name)
  return { operations, parameters: [...parameters.values()] }
}

/**
 * The description of a method that a plugin adds to collections or globals, to pass to a kind of operation. The kind
 * supplies the parameters and the answer of a method that answers with a document. `request` is the input of the call:
 * the body, or the query parameters of a GET or DELETE.
 *
 * @example
 * const archive = changesDocument({ ...describedMethod(archiveApi.collections, 'archive'), rule: 'update', run })
 */
export function describedMethod<
  const Methods extends Readonly<Record<string, PluginMethod>>,
  Name extends keyof Methods & string,
>(
  { methods }: Omit<PluginEntityApi, 'methods'> & { readonly methods: Methods },
  name: Name,
): DescribedMethod<Methods[Name]>
export function describedMethod(
  { methods }: { readonly methods: Readonly<Record<string, PluginMethod>> },
  name: string,
): Partial<Operation<Call>> {
  const method = methods[name]
  if (!method) throw new Error(`The description has no method "${name}".`)
  const { name: _name, endpoint, parameters, answer, ifMatch, ...rest } = operationOf('', name, method)
  const { base: _base, ...place } = endpoint
  return {
    ...rest,
    name,
    endpoint: place,
    ...(method.output && { parameters, answer, ifMatch }),
    ...(method.input && { request: (call: Call) => inputOf(method, call) }),
  }
}

function inputOf({ method }: PluginMethod, { input: { body, query } }: Call): unknown {
  return hasBody(method) ? (body ?? {}) : query
}

type DescribedMethod<Method> = Pick<
  Operation<Call>,
  'name' | 'summary' | 'endpoint' | 'local' | 'body' | (Method extends { readonly output: object } ? AnsweredBy : never)
> &
  Pick<Operation<Call>, 'description' | 'querySchemas'> &
  (Method extends PluginMethod & { readonly input: object }
    ? { readonly request: (call: Call) => InputOf<Method> }
    : object)

type AnsweredBy = 'parameters' | 'answer' | 'ifMatch'

function operationOf(key: string, name: string, method: PluginMethod): Omit<Operation<Call>, 'run'> {
  const { path, input, output = {}, answer, status = 200, summary = name, description } = method
  const named = [...path.matchAll(/:(\w+)/g)].map(([, one = '']) => (one === 'id' ? one : (`params.${one}` as const)))
  const takesBody = hasBody(method.method) && input !== undefined
  return {
    name: `${key}-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    ...(description !== undefined && { description }),
    endpoint: { method: method.method, path: path.replaceAll(/:(\w+)/g, '{$1}'), base: `plugins/${key}` },
    local: { method: name, args: takesBody ? [...named, 'body'] : named },
    parameters: queryOf(method).map(([one]) => one),
    ...querySchemasOf(method),
    body: takesBody ? { kind: 'schema', schema: input, optional: !demands(input) } : { kind: 'none' },
    ifMatch: false,
    answer: answerOf(answer, status, output),
  }
}

function demands({ required }: JsonSchema): boolean {
  return Array.isArray(required) && required.length > 0
}

function answerOf(kind: PluginMethod['answer'], status: 200 | 201, schema: JsonSchema): Operation<Call>['answer'] {
  if (kind === 'list') return { kind, status: 200, of: schema }
  return kind === 'doc' ? { kind, status, of: schema } : { kind: 'value', status, schema }
}

function queryOf({ method, input }: PluginMethod): [name: string, schema: JsonSchema][] {
  const properties = input?.['properties']
  return !hasBody(method) && isObject(properties) ? Object.entries(properties as Record<string, JsonSchema>) : []
}

const OF_THE_ENGINE = new Set<string>(PARAMETERS.map(({ name }) => name))

/**
 * Schemas of query parameters, because methods may use one name differently. The engine's own, such as `page`, stay.
 */
function querySchemasOf(method: PluginMethod): Pick<Operation<Call>, 'querySchemas'> {
  const asked = method.input?.['required']
  const own = queryOf(method).filter(([name]) => !OF_THE_ENGINE.has(name))
  if (own.length === 0) return {}
  const described = own.map(([name, { description = '', ...schema }]) => {
    const isRequired = Array.isArray(asked) && asked.includes(name)
    return [name, { description: String(description), schema, ...(isRequired && { required: true as const }) }] as const
  })
  return { querySchemas: Object.fromEntries(described) }
}

const ENCODINGS: Readonly<Record<string, Parameter['encoding']>> = {
  integer: 'integer',
  boolean: 'boolean',
  array: 'texts',
  object: 'json',
}

function parameterOf(name: string, schema: JsonSchema): Parameter {
  const { description = '', ...rest } = schema
  const encoding = ENCODINGS[String(schema['type'])] ?? 'text'
  return { name, spellings: [name], description: String(description), encoding, schema: rest }
}
