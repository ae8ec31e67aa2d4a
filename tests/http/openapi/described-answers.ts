import type { JsonObject } from '@quirecms/core'
import type { TestResponse } from '@quirecms/testkit'
import { SchemaCompiler } from './schema-compiler.ts'

interface Response extends JsonObject {
  headers: Record<string, JsonObject>
}

type Content = Readonly<Record<string, JsonObject>>

type DocumentForm = 'plain' | 'view' | 'allLocales' | 'viewAllLocales'
type Form = DocumentForm | `${DocumentForm} after`

function formAsked(path: string): Form {
  const documents = documentsAsked(path)
  return /[?&]after=/.test(path) ? `${documents} after` : documents
}

function documentsAsked(path: string): DocumentForm {
  const isView = /[?&](?:select|populate|depth)=/.test(path)
  if (!/[?&]locale=(?:all|\*)/.test(path)) return isView ? 'view' : 'plain'
  return isView ? 'viewAllLocales' : 'allLocales'
}

/** The description for calls with another response form, in place of the plain one. */
function inForm(description: JsonObject, form: Form): JsonObject {
  const [documents, after = 'plain'] = form.split(' ') as [DocumentForm, 'after'?]
  const { components } = description as { components: { schemas: Record<string, JsonObject> } }
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const forms = (schema['x-quire-forms'] ?? {}) as Record<string, JsonObject>
    const without = { viewAllLocales: 'view', view: 'plain', allLocales: 'plain', plain: 'plain' }[documents]
    return [name, forms[after] ?? forms[documents] ?? forms[without] ?? schema] as const
  })
  return { ...description, components: { ...components, schemas: Object.fromEntries(schemas) } }
}

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, JsonObject>> }>>>
  >
  readonly components: {
    readonly headers: Readonly<Record<string, JsonObject>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Headers that clients act on: each must be described wherever it is sent. */
const TELLING = ['ETag', 'Location', 'Retry-After', 'WWW-Authenticate', 'Allow', 'Content-Range', 'Accept-Ranges']

/** Compares responses with the description of their service. */
export class DescribedAnswers {
  readonly #description: Description
  /** By response form: calls with certain parameters get another form than the plain one. */
  readonly #compilers = new Map<Form, SchemaCompiler>()

  constructor(description: JsonObject) {
    this.#description = description as unknown as Description
  }

  #compiler(form: Form): SchemaCompiler {
    const known = this.#compilers.get(form)
    if (known) return known
    const made = new SchemaCompiler(inForm(this.#description as unknown as JsonObject, form))
    this.#compilers.set(form, made)
    return made
  }

  /** Deviations of a response from the description, as texts. `path` may have a query. */
  deviations(method: string, path: string, answer: TestResponse): string[] {
    const described = this.#find(method, path.split('?', 1)[0] ?? '', answer.status)
    if (!described) return [`${method} ${path} and its ${answer.status} are not described`]
    const { response, pointer } = described
    const content = response['content'] as Content | undefined
    // Answers of an application's own route are only described if the route declares them.
    if (pointer.endsWith('/2XX') && !content) return []
    const problems = this.#headerProblems(response, answer)
    if (!content) return answer.text === '' ? problems : [...problems, 'a body is not described']
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'no content type'
    if (!Object.hasOwn(content, type) && !Object.hasOwn(content, '*/*'))
      return [...problems, `${type} is not described`]
    if (type !== 'application/json') return problems
    const validate = this.#compiler(formAsked(path)).at(`${pointer}/content/application~1json/schema`)
    validate(answer.body)
    const found = validate.errors ?? []
    return [...problems, ...found.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)]
  }

  /** Promised headers are present and match their schemas; headers that tell clients what to do next are promised. */
  #headerProblems({ headers }: Response, answer: TestResponse): string[] {
    const promised = Object.entries(headers).flatMap(([name, header]) => {
      const component = typeof header['$ref'] === 'string' ? header['$ref'].split('/').at(-1) : undefined
      const { required, schema } = (
        component === undefined ? header : this.#description.components.headers[component]
      ) as {
        required?: boolean
        schema: JsonObject
      }
      const text = answer.headers.get(name)
      if (text === null) return required ? [`${name} is missing`] : []
      const problems = this.#compiler('plain').problems(schema, schema['type'] === 'integer' ? Number(text) : text)
      return problems.map((problem) => `${name}: ${text} ${problem}`)
    })
    const unpromised = TELLING.filter((name) => answer.headers.has(name) && !Object.hasOwn(headers, name))
    return [...promised, ...unpromised.map((name) => `${name} is not described`)]
  }

  /** As OpenAPI requires, a concrete path precedes one with parameters. */
  #find(method: string, path: string, status: number): { response: Response; pointer: string } | undefined {
    const { paths, components } = this.#description
    const [template = ''] = Object.keys(paths)
      .filter((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
    const responses = paths[template]?.[method.toLowerCase()]?.responses ?? {}
    const ofRoute = status < 300 ? '2XX' : 'default'
    const key = !(status in responses) && '2XX' in responses ? ofRoute : String(status)
    const response = responses[key]
    const component = typeof response?.['$ref'] === 'string' ? response['$ref'].slice(1) : undefined
    const name = component?.split('/').at(-1)
    if (component !== undefined && name !== undefined && components.responses[name]) {
      return { response: components.responses[name], pointer: component }
    }
    const place = encodeURIComponent(template.replaceAll('/', '~1'))
    const pointer = `/paths/${place}/${method.toLowerCase()}/responses/${key}`
    return response && { response: response as Response, pointer }
  }
}
