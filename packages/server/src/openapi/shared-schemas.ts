import type { JsonSchema } from '@quirecms/core'
import { pascalCase, schemaReference } from './component-names.ts'

interface NamedSchema {
  readonly own: string
  readonly schema: JsonSchema
  readonly reference: { $ref: string }
}

/**
 * Schemas of operations. Schemas that are the same for all entities become one component; if an operation's schemas
 * differ between entities, each entity has its own. So names of one entity don't depend on other entities.
 */
export class SharedSchemas {
  readonly #taken = new Map<string, NamedSchema[]>()

  /** Returns a reference whose name is set by `named()`. */
  take([operation, operationId]: readonly [string, string], suffix: string, schema: JsonSchema): JsonSchema {
    const shared = pascalCase(operation) + suffix
    const taken = { own: pascalCase(operationId) + suffix, schema, reference: { $ref: '' } }
    this.#taken.set(shared, [...(this.#taken.get(shared) ?? []), taken])
    return taken.reference
  }

  /** Names all schemas and completes their references. */
  named(): Record<string, JsonSchema> {
    const named: Record<string, JsonSchema> = {}
    for (const [shared, all] of this.#taken) {
      const isSame = new Set(all.map(({ schema }) => JSON.stringify(schema))).size === 1 && !all.some(isOfEntity)
      for (const { own, schema, reference } of all) {
        const name = isSame ? shared : own
        named[name] = schema
        reference.$ref = schemaReference(name)
      }
    }
    return named
  }
}

/** Whether the schema references documents, and so would differ for other entities. */
function isOfEntity({ schema }: NamedSchema): boolean {
  return /"#\/components\/schemas\/(?!Pagination"|Where")/.test(JSON.stringify(schema))
}
