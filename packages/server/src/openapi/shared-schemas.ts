import type { JsonSchema } from '@quirecms/core'
import { pascalCase, schemaReference } from './component-names.ts'

interface Taken {
  readonly own: string
  readonly schema: JsonSchema
  readonly reference: { $ref: string }
}

/**
 * The schemas of operations. Those that are the same for all entities are one component; where an operation differs from entity to
 * entity, each has its own. So the names of one entity don't depend on which others there are.
 */
export class SharedSchemas {
  readonly #taken = new Map<string, Taken[]>()

  /** A reference to a schema that gets its name in the end. */
  take([operation, operationId]: readonly [string, string], suffix: string, schema: JsonSchema): JsonSchema {
    const shared = pascalCase(operation) + suffix
    const taken = { own: pascalCase(operationId) + suffix, schema, reference: { $ref: '' } }
    this.#taken.set(shared, [...(this.#taken.get(shared) ?? []), taken])
    return taken.reference
  }

  /** Names all schemas, and tells their references. */
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

/** Whether it names documents, so that it would differ from those of other entities if there were any. */
function isOfEntity({ schema }: Taken): boolean {
  return /"#\/components\/schemas\/(?!Pagination"|Where")/.test(JSON.stringify(schema))
}
