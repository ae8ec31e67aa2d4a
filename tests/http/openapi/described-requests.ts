import type { JsonObject } from '@quirecms/core'
import { SchemaCompiler } from './schema-compiler.ts'

interface DescribedParameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: {
    readonly type?: unknown
    readonly anyOf?: readonly { type?: unknown }[]
    readonly contentSchema?: object
  }
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly DescribedParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, object>> }
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, DescribedParameter>> }
}

/** Compares requests with the description of their service. */
export class DescribedRequests {
  readonly #description: Description
  readonly #compiler: SchemaCompiler

  constructor(description: JsonObject) {
    this.#description = description as unknown as Description
    this.#compiler = new SchemaCompiler(description)
  }

  operationIds(): string[] {
    return Object.values(this.#description.paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
  }

  operationId(method: string, path: string): string | undefined {
    return this.#find(method, path)?.operation.operationId
  }

  /** Deviations of a request from the description, as texts. */
  deviations(method: string, path: string, body: unknown): string[] {
    const found = this.#find(method, path)
    if (!found) return [`${method} ${path} is not described`]
    const { operation, pointer } = found
    return [...this.#queryProblems(operation, pointer, path), ...this.#bodyProblems(operation, pointer, body)]
  }

  #bodyProblems({ requestBody }: DescribedOperation, pointer: string, body: unknown): string[] {
    if (body === undefined) return requestBody?.required ? ['a body is missing'] : []
    if (!requestBody) return ['there is no body']
    const type = body instanceof FormData ? 'multipart/form-data' : 'application/json'
    if (!requestBody.content[type]) return [`${type} is not taken`]
    if (body instanceof FormData) return []
    return this.#check(`${pointer}/requestBody/content/application~1json/schema`, body)
  }

  #queryProblems(operation: DescribedOperation, pointer: string, path: string): string[] {
    const query = new URLSearchParams(path.split('?')[1] ?? '')
    return [...new Set(query.keys())].flatMap((name) => {
      const index = (operation.parameters ?? []).findIndex((one) => this.#resolve(one).name === name)
      const given = operation.parameters?.[index]
      if (!given) return [`there is no parameter ${name}`]
      const at = given.$ref === undefined ? `${pointer}/parameters/${index}` : given.$ref.slice(1)
      const { schema } = this.#resolve(given)
      const values = query.getAll(name)
      if (schema?.contentSchema) return this.#check(`${at}/schema/contentSchema`, JSON.parse(values[0] ?? ''))
      const types = schema?.anyOf?.map(({ type }) => type) ?? [schema?.type]
      return this.#check(`${at}/schema`, decoded(values, types))
    })
  }

  #resolve(parameter: DescribedParameter): DescribedParameter {
    const name = parameter.$ref?.split('/').at(-1)
    return (name === undefined ? undefined : this.#description.components.parameters[name]) ?? parameter
  }

  #check(pointer: string, value: unknown): string[] {
    const validate = this.#compiler.at(pointer)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  }

  #find(method: string, path: string): { operation: DescribedOperation; pointer: string } | undefined {
    const { paths } = this.#description
    const [template = ''] = Object.keys(paths)
      .filter((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?', 1)[0] ?? ''))
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
    const operation = paths[template]?.[method.toLowerCase()]
    const key = encodeURIComponent(template.replaceAll('/', '~1'))
    return operation && { operation, pointer: `/paths/${key}/${method.toLowerCase()}` }
  }
}

function decoded(values: readonly string[], types: readonly unknown[]): unknown {
  const [value] = values
  if (types.includes('array')) return values
  if (types.includes('integer')) return Number(value)
  return types.includes('boolean') && (value === 'true' || value === 'false') ? value === 'true' : value
}
