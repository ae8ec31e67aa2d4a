import type { Entity, FieldNode, JsonSchema } from '@quirecms/core'
import { pascalCase, schemaReference } from './component-names.ts'

/** The `joins` parameter of a collection: its joins, and the most documents that each lists. */
export interface JoinParameter {
  readonly component: string
  readonly schema: JsonSchema
  readonly example: unknown
}

/** Returns the schema of `joins`; null if the collection has no visible join. */
export function joinParameter({ slug, fields }: Pick<Entity, 'slug' | 'fields'>): JoinParameter | null {
  const joins = visibleJoins(fields)
  const [[path, most] = []] = joins
  if (path === undefined || most === undefined) return null
  return {
    component: `${pascalCase(slug)}Joins`,
    schema: {
      type: 'object',
      properties: Object.fromEntries(joins.map(([name, limit]) => [name, joinSchema(limit)])),
      additionalProperties: false,
    },
    example: { [path]: { limit: Math.min(5, most), sort: '-createdAt' } },
  }
}

function visibleJoins(fields: readonly FieldNode[]): [path: string, limit: number][] {
  return fields
    .filter((node) => !node.hidden)
    .flatMap((node) => (node.join ? [[node.path, node.join.limit]] : visibleJoins(node.fields)))
}

function joinSchema(limit: number): JsonSchema {
  return {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: limit, default: limit },
      sort: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 10 }] },
      where: { $ref: schemaReference('Where') },
    },
    additionalProperties: false,
  }
}
