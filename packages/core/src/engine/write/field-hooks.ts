import type { Entity } from '../../contracts/entity.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { objectsIn, prefixInside } from '../../content/each-object.ts'
import { flatten } from '../../content/field-tree.ts'
import type { Call } from '../call.ts'
import { hookArguments, type HookSubject, runHook } from '../hooks.ts'
import { datesAsText } from './dates-as-text.ts'

type Stage = 'beforeValidate' | 'beforeChange'

const stagesInUse = new WeakMap<object, Set<Stage>>()

export function hasFieldHooks(entity: Entity<Call>, stage: Stage): boolean {
  let stages = stagesInUse.get(entity)
  if (!stages) {
    const nodes = flatten(entity.fields)
    const used = (name: Stage) => nodes.some((node) => (node.options.hooks?.[name]?.length ?? 0) > 0)
    stages = new Set((['beforeValidate', 'beforeChange'] as const).filter(used))
    stagesInUse.set(entity, stages)
  }
  return stages.has(stage)
}

/**
 * Runs field hooks over the input, at any depth. Hooks of unsent fields get `value` undefined and may compute one;
 * returning undefined changes nothing.
 */
export async function runFieldHooks(
  call: Call,
  stage: Stage,
  subject: HookSubject & { readonly data: JsonObject },
): Promise<JsonObject> {
  if (!hasFieldHooks(call.entity, stage)) return subject.data
  const data = structuredClone(subject.data)
  await visit({ call, stage, subject: { ...subject, data } }, call.entity.fields, data, '')
  return datesAsText(data)
}

interface Run {
  readonly call: Call
  readonly stage: Stage
  readonly subject: HookSubject
}

async function visit(run: Run, fields: readonly FieldNode[], object: JsonObject, prefix: string): Promise<void> {
  for (const node of fields) {
    const path = prefix + node.name
    for (const hook of node.options.hooks?.[run.stage] ?? []) {
      const args = Object.assign(hookArguments(run.call, run.subject), { value: object[node.name], path })
      const value = await runHook(run.call, run.stage, () => hook(args))
      if (value !== undefined) object[node.name] = value as JsonValue
    }
    for (const inner of objectsIn(node, object[node.name], run.call.locale?.all ?? false))
      await visit(run, inner.fields, inner.object, prefixInside(path, inner.index))
  }
}
