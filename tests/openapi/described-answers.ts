import type { JsonObject } from '@quire/core'
import type { TestResponse } from '@quire/testkit'
import { SchemaCompiler } from './schema-compiler.ts'

interface Response extends JsonObject {
  headers: Record<string, JsonObject>
}

type Content = Readonly<Record<string, { readonly schema: { readonly properties?: JsonObject } }>>

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, JsonObject>> }>>>
  >
  readonly components: {
    readonly headers: Readonly<Record<string, JsonObject>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Headers that a client acts on, so that each of them must be described wherever it is sent. */
const TELLING = ['ETag', 'Location', 'Retry-After', 'WWW-Authenticate', 'Allow', 'Content-Range', 'Accept-Ranges']

/** Holds served answers against the description of their service. */
export class DescribedAnswers {
  readonly #description: Description
  readonly #compiler: SchemaCompiler

  constructor(description: JsonObject) {
    this.#description = description as unknown as Description
    this.#compiler = new SchemaCompiler(description)
  }

  /** Where an answer is not what the description promises, in words; empty if it is. `path` may carry a query. */
  deviations(method: string, path: string, answer: TestResponse): string[] {
    const described = this.#find(method, path.split('?', 1)[0] ?? '', answer.status)
    if (!described) return [`${method} ${path} and its ${answer.status} are not described`]
    const { response, pointer } = described
    const problems = this.#headerProblems(response, answer)
    const content = response['content'] as Content | undefined
    if (!content) return answer.text === '' ? problems : [...problems, 'a body is not described']
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'no content type'
    if (!Object.hasOwn(content, type) && !Object.hasOwn(content, '*/*'))
      return [...problems, `${type} is not described`]
    if (type !== 'application/json') return problems
    return [...problems, ...this.#problemsOf(pointer, answer), ...this.#unasked(path, pointer, content, answer)]
  }

  /** What is promised is there and reads as described, and what tells clients what to do next is promised. */
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
      const problems = this.#compiler.problems(schema, schema['type'] === 'integer' ? Number(text) : text)
      return problems.map((problem) => `${name}: ${text} ${problem}`)
    })
    const unpromised = TELLING.filter((name) => answer.headers.has(name) && !Object.hasOwn(headers, name))
    return [...promised, ...unpromised.map((name) => `${name} is not described`)]
  }

  /** Where nothing else is asked for, documents are whole and in one locale, which is the first of their alternatives. */
  #unasked(path: string, pointer: string, content: Content, { body }: TestResponse): string[] {
    if (/[?&](?:select|populate|depth|locale)=/.test(path)) return []
    const { doc, docs } = (content['application/json']?.schema.properties ?? {}) as {
      doc?: { anyOf?: unknown }
      docs?: { items?: { anyOf?: unknown } }
    }
    const at = `${pointer}/content/application~1json/schema/properties`
    const answered = body as { doc?: unknown; docs?: unknown[] }
    if (doc?.anyOf) return this.#check(`${at}/doc/anyOf/0`, answered.doc)
    if (docs?.items?.anyOf) return (answered.docs ?? []).flatMap((one) => this.#check(`${at}/docs/items/anyOf/0`, one))
    return []
  }

  #check(pointer: string, value: unknown): string[] {
    const validate = this.#compiler.at(pointer)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  }

  #problemsOf(pointer: string, { body }: TestResponse): string[] {
    return this.#check(`${pointer}/content/application~1json/schema`, body)
  }

  /** A concrete path is found before one with parameters, as OpenAPI wants it. */
  #find(method: string, path: string, status: number): { response: Response; pointer: string } | undefined {
    const { paths, components } = this.#description
    const [template = ''] = Object.keys(paths)
      .filter((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
    const response = paths[template]?.[method.toLowerCase()]?.responses[status]
    const component = typeof response?.['$ref'] === 'string' ? response['$ref'].slice(1) : undefined
    const name = component?.split('/').at(-1)
    if (component !== undefined && name !== undefined && components.responses[name]) {
      return { response: components.responses[name], pointer: component }
    }
    const key = encodeURIComponent(template.replaceAll('/', '~1'))
    const pointer = `/paths/${key}/${method.toLowerCase()}/responses/${status}`
    return response && { response: response as Response, pointer }
  }
}
