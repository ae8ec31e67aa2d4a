import { formWithFile } from '../load/form-with-file.ts'
import type { Random } from '../random.ts'
import { hostileBytes, hostileText, hostileValue } from './hostile-values.ts'
import { nearlyValid } from './nearly-valid.ts'
import { type Schema, ValidValues } from './valid-values.ts'

export type Manner = 'valid' | 'near-valid' | 'hostile'
export const MANNERS: readonly Manner[] = ['valid', 'near-valid', 'hostile']

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>
  }
}

export interface MadeRequest {
  readonly operationId: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** Generates requests from the description: valid, almost valid, and hostile ones. */
export class Requests {
  readonly #random: Random
  readonly #values: ValidValues
  readonly #operations: readonly { readonly path: string; readonly method: string; readonly operation: Operation }[]
  /** Keys of existing files. */
  readonly #files: readonly string[]

  constructor(
    description: object,
    random: Random,
    there: { readonly ids: readonly string[]; readonly files: readonly string[] },
  ) {
    this.#random = random
    this.#values = new ValidValues(description, random, there.ids)
    this.#files = there.files
    const { paths } = description as { paths: Record<string, Record<string, Operation>> }
    this.#operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
  }

  next(manner: Manner): MadeRequest {
    const { path: template, method, operation } = this.#random.pick(this.#operations)
    const parameters = (operation.parameters ?? []).map((one) => this.#values.resolve(one))
    const headers: Record<string, string> = {}
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
      return encodeURIComponent(this.#pathPart(name, schema, manner).toWellFormed())
    })
    const query = new URLSearchParams()
    for (const one of parameters) {
      if (one.in === 'path') continue
      if (one.required !== true && !this.#random.chance(0.25)) continue
      const value = this.#parameter(one, manner)
      if (one.in === 'query') for (const single of value) query.append(one.name, single)
      else if (one.in === 'header' && /^[\t\x20-\x7e]*$/.test(value[0] ?? '')) headers[one.name] = value[0] ?? ''
    }
    if (manner === 'hostile' && this.#random.chance(0.2))
      query.append(hostileText(this.#random).slice(0, 100).toWellFormed(), 'x')
    const asked = query.size === 0 ? path : `${path}?${query.toString()}`
    return {
      operationId: operation.operationId,
      method,
      path: asked,
      headers,
      body: this.#body(operation, manner, headers),
    }
  }

  #pathPart(name: string, schema: Schema | undefined, manner: Manner): string {
    const random = this.#random
    if (manner === 'hostile' && random.chance(0.3)) return hostileText(random).slice(0, 500) || '.'
    if (name === 'objectKey' || name === 'key')
      return this.#files.length > 0 && name === 'objectKey' ? random.pick(this.#files) : 'posts.columns'
    if (name === 'revision') return String(1 + random.below(4))
    if (/id$/i.test(name)) return this.#values.id()
    const made = this.#values.make(schema)
    return typeof made === 'string' || typeof made === 'number' ? String(made) || 'x' : 'x'
  }

  #parameter({ schema }: Parameter, manner: Manner): string[] {
    const random = this.#random
    let value = this.#values.make(schema)
    if (manner === 'near-valid' && random.chance(0.5)) value = nearlyValid(textOrJson(value), random)
    if (manner === 'hostile') value = hostileValue(random)
    const all = Array.isArray(value) ? value : [value]
    return all
      .slice(0, 5)
      .map((one) => (typeof one === 'string' ? one.toWellFormed() : JSON.stringify(one)).slice(0, 4000))
  }

  #body({ requestBody }: Operation, manner: Manner, headers: Record<string, string>): unknown {
    const random = this.#random
    if (!requestBody) return manner === 'hostile' && random.chance(0.3) ? {} : undefined
    if (requestBody.required !== true && random.chance(0.2)) return undefined
    if (manner === 'hostile' && random.chance(0.3)) {
      headers['content-type'] = random.pick([
        'application/json',
        'text/plain',
        'multipart/form-data',
        'application/json; charset=latin1',
      ])
      return hostileBytes(random)
    }
    const json = requestBody.content['application/json']
    if (!json) return this.#form(manner, headers)
    const valid = this.#values.make(json.schema)
    if (manner === 'valid') return valid
    return manner === 'near-valid' ? nearlyValid(valid, random) : hostileValue(random)
  }

  #form(manner: Manner, headers: Record<string, string>): Buffer {
    const data = manner === 'valid' ? { alt: 'words' } : (hostileValue(this.#random) as object)
    const name =
      manner === 'valid'
        ? 'a.txt'
        : hostileText(this.#random)
            .replaceAll(/["\r\n]/g, '')
            .slice(0, 300)
    const made = formWithFile(name, Buffer.from('some words'), data)
    headers['content-type'] = made.type
    return made.body
  }
}

/** A JSON parameter is mutated as JSON. */
function textOrJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
