import type { FieldNode, JsonValue } from '@quirecms/core'
import type { Random } from './random.ts'

export type KnownIds = ReadonlyMap<string, readonly string[]>

export const WORDS = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fern', 'grove', 'heath', 'iris', 'juniper'] as const

/** For fields with short limits. */
const SHORT = ['a', 'b', 'c', 'd', 'e', '1', '2', '3', '4', '5']

/** A valid value or list element; undefined if none of the candidates is. */
export function validElement(node: FieldNode, ids: KnownIds, random: Random): JsonValue | undefined {
  return random.oneOf(validElements(node, ids, random))
}

/** A different valid value; undefined if there is none. */
export function otherElement(node: FieldNode, known: JsonValue, ids: KnownIds, random: Random): JsonValue | undefined {
  const text = JSON.stringify(known)
  return random.oneOf(validElements(node, ids, random).filter((one) => JSON.stringify(one) !== text))
}

function validElements(node: FieldNode, ids: KnownIds, random: Random): JsonValue[] {
  return candidates(node, ids, random).filter((value) => node.check(value).length === 0)
}

function candidates(node: FieldNode, ids: KnownIds, random: Random): JsonValue[] {
  if (node.targets.length > 0) return targets(node, ids)
  const schema = node.type.schema(node.options) as { readonly enum?: readonly JsonValue[]; readonly type?: unknown }
  if (schema.enum) return [...schema.enum]
  const numbered = WORDS.map((word) => `${word}-${random.below(1000)}`)
  switch (node.type.name) {
    case 'email':
      return numbered.map((word) => `${word}@example.com`)
    case 'url':
      return numbered.map((word) => `https://example.com/${word}`)
    case 'date':
      return WORDS.map((_, index) => new Date(Date.UTC(2026, index, 1 + random.below(28))).toISOString())
    case 'point':
      return WORDS.map(() => [random.below(90), random.below(90)])
    case 'richText':
      return numbered.map(paragraph)
    case 'json':
      return numbered.map((a) => ({ a }))
  }
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'number' || schema.type === 'integer') return WORDS.map(() => random.below(1000))
  return [...numbered, ...WORDS, ...SHORT]
}

function targets(node: FieldNode, ids: KnownIds): JsonValue[] {
  return node.targets.flatMap((slug) =>
    (ids.get(slug) ?? []).map((value): JsonValue => (node.storedAs === 'pair' ? { relationTo: slug, value } : value)),
  )
}

function paragraph(text: string): JsonValue {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}
