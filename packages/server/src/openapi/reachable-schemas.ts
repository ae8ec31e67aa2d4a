import type { JsonSchema } from '@quirecms/core'

const REFERENCE = /^#\/components\/schemas\/(.+)$/

/** Returns the schemas that `from` references, directly or through others. */
export function reachableSchemas(
  schemas: Readonly<Record<string, JsonSchema>>,
  from: unknown,
): Record<string, JsonSchema> {
  const reached: Record<string, JsonSchema> = {}
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value)) {
      const [, name] = (typeof inner === 'string' && REFERENCE.exec(inner)) || []
      const schema = name === undefined || Object.hasOwn(reached, name) ? undefined : schemas[name]
      if (name !== undefined && schema) {
        reached[name] = schema
        visit(schema)
      } else visit(inner)
    }
  }
  visit(from)
  return reached
}
