import { described } from '../contracts/described-value.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { RICH_TEXT_CONTAINERS, RICH_TEXT_LEAVES } from '../fields/rich-text-schema.ts'
import type { SchemaParts } from './schema-parts.ts'

/**
 * The schema of a text with blocks. Nodes that can contain blocks are described for each form of the document, because
 * the schema of a block depends on it; other nodes are the same everywhere. `blocks` describes the attributes of the
 * blocks.
 */
export function textSchema(
  node: FieldNode,
  { parts, form }: { readonly parts: SchemaParts; readonly form: string },
  blocks: () => JsonSchema,
): JsonSchema {
  const name = `${form}.${node.path}-node`
  const container = `${form}.${node.path}-container`
  const list = { type: 'array', items: { $ref: parts.refer(name) } }
  if (!parts.all[name]) {
    // Reserve the name first: a block inside may contain a text of the same name.
    parts.all[name] = {}
    parts.all[name] = {
      description: 'A node of a ProseMirror document.',
      oneOf: [
        described('richTextLeaf', {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string', enum: RICH_TEXT_LEAVES } },
        }),
        { $ref: parts.refer(container) },
        {
          type: 'object',
          required: ['type', 'attrs'],
          properties: { type: { type: 'string', const: 'block' }, attrs: blocks() },
          additionalProperties: false,
        },
      ],
    }
    parts.all[container] = {
      type: 'object',
      description: 'A node that others may stand in.',
      required: ['type'],
      properties: {
        type: { type: 'string', enum: RICH_TEXT_CONTAINERS },
        attrs: { type: 'object' },
        content: list,
      },
      additionalProperties: false,
    }
  }
  const { properties, ...text } = node.type.schema(node.options)
  return { ...text, properties: { ...(properties as object), content: list } }
}
