import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { objectsIn, prefixInside } from '../../content/each-object.ts'
import type { Call } from '../call.ts'
import { hookArguments } from '../hooks.ts'

/** Fills in virtual fields, at any depth, from the document as it was read (contract 14, Application code). */
export async function computeVirtuals(call: Call, entity: Entity<Call>, doc: JsonObject): Promise<void> {
  await visitFields(call, entity.fields, doc, async (node, object) => {
    if (node.structure !== 'computed' || node.join) return
    const value = await node.type.compute({ doc, actor: call.caller.actor }, node.options)
    object[node.name] = (value ?? null) as JsonValue
  })
}

/** Field `afterRead` hooks, at any depth; what they return is the new value. */
export async function runFieldReadHooks(call: Call, entity: Entity<Call>, doc: JsonObject): Promise<void> {
  const id = typeof doc['id'] === 'string' ? doc['id'] : undefined
  await visitFields(call, entity.fields, doc, async (node, object, path) => {
    for (const hook of node.options.hooks?.afterRead ?? []) {
      const value = await hook({ ...hookArguments(call, { id, doc }, entity), value: object[node.name], path })
      if (value !== undefined) object[node.name] = value as JsonValue
    }
  })
}

/** Every field of a document in read form, with the object that holds it and its path with row indexes. */
async function visitFields(
  call: Call,
  fields: readonly FieldNode[],
  object: JsonObject,
  visit: (node: FieldNode, object: JsonObject, path: string) => Promise<void>,
  prefix = '',
): Promise<void> {
  for (const node of fields) {
    const path = prefix + node.name
    await visit(node, object, path)
    const inner = objectsIn(node, object[node.name], call.locale?.all ?? false)
    // Where there are several locales, their rows are counted on from one to the next.
    for (const [count, one] of inner.entries()) {
      const below = prefixInside(path, one.index === undefined ? undefined : count)
      await visitFields(call, one.fields, one.object, visit, below)
    }
  }
}
