import type { JsonObject } from '@quirecms/core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Compiles schemas of an OpenAPI description, with their references into its components. */
export class SchemaCompiler {
  readonly #ajv = new Ajv2020({ allErrors: true, strictSchema: true, strictTypes: false, strictTuples: false })
  readonly #names: readonly string[]

  constructor(description: JsonObject) {
    const { components, paths } = description as { components: { schemas: object }; paths: object }
    this.#names = Object.keys(components.schemas)
    addFormats.default(this.#ajv)
    // Keywords of OpenAPI around schemas.
    this.#ajv.addVocabulary(['discriminator', 'components', 'paths', 'x-quire-forms', 'x-quire-reference'])
    this.#ajv.addSchema({ $id: 'urn:quire:api', components, paths }, undefined, undefined, false)
  }

  /** `pointer` is a JSON pointer into the description: `/components/schemas/PostsDocument`. */
  at(pointer: string): ValidateFunction {
    const uri = `urn:quire:api#${pointer}`
    return this.#ajv.getSchema(uri) ?? this.#ajv.compile({ $ref: uri })
  }

  /** Throws for an invalid component. */
  compileAll(): void {
    this.#ajv.compile({ anyOf: this.#names.map((name) => ({ $ref: `urn:quire:api#/components/schemas/${name}` })) })
  }

  /** Errors of a value, by its own schema. */
  problems(schema: JsonObject, value: unknown): string[] {
    this.#ajv.validate(schema, value)
    return (this.#ajv.errors ?? []).map(({ message }) => message ?? '')
  }

  component(name: string): ValidateFunction {
    return this.at(`/components/schemas/${name}`)
  }
}
