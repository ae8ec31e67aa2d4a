import type { JsonObject } from '@quire/core'
import type { TestResponse } from '@quire/testkit'
import { SchemaCompiler } from './schema-compiler.ts'

interface Response extends JsonObject {
  headers: JsonObject
  content: JsonObject
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
    const { headers } = this.#description.components
    const promised = Object.keys(response.headers).filter((name) => headers[name]?.['required'] === true)
    const missing = promised.filter((name) => !answer.headers.has(name)).map((name) => `${name} is missing`)
    const type = answer.headers.get('content-type')?.split(';')[0] ?? 'no content type'
    if (!Object.hasOwn(response.content, type) && !Object.hasOwn(response.content, '*/*'))
      return [...missing, `${type} is not described`]
    if (type !== 'application/json') return missing
    return [...missing, ...this.#problemsOf(pointer, answer), ...this.#unasked(path, pointer, response, answer)]
  }

  /** Where nothing else is asked for, documents are whole and in one locale, which is the first of their alternatives. */
  #unasked(path: string, pointer: string, response: Response, { body }: TestResponse): string[] {
    if (/[?&](?:select|populate|depth|locale)=/.test(path)) return []
    const { schema } = response.content['application/json'] as { schema: { properties?: JsonObject } }
    const { doc, docs } = (schema.properties ?? {}) as {
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
