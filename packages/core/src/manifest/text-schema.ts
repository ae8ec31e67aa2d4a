import { described } from '../contracts/described-value.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { RICH_TEXT_CONTAINERS, RICH_TEXT_LEAVES } from '../fields/rich-text-schema.ts'
import type { SchemaParts } from './schema-parts.ts'

/**
 * A text with blocks in it. What can hold blocks is described anew for each form of the document, since what the blocks are like differs;
 * all other nodes are alike everywhere. `blocks` describes the attributes of the blocks.
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
    // Before what is inside: a text in a block may stand in a block of the same name.
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
