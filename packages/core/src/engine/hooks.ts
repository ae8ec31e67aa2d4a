import type { Entity } from '../contracts/entity.ts'
import type { HookArguments, HookName } from '../contracts/hooks.ts'
import type { JsonObject } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import type { Subject } from './access.ts'
import { type Call, documentId, localeCode } from './call.ts'
import { datesAsText } from './write/dates-as-text.ts'

export function hasHooks(entity: Entity<Call>, name: HookName): boolean {
  return entity.hooks[name].length > 0
}

export function hookArguments(
  call: Call,
  { id, data, doc }: Subject,
  entity: Entity<Call> = call.entity,
): HookArguments {
  return {
    data,
    doc,
    id,
    operation: call.operation.name,
    actor: call.caller.actor,
    locale: localeCode(call),
    local: call.runtime.localFor(call.caller),
    context: call.caller.context,
    collection: entity.slug,
  }
}

/** Hooks that look on: what they return does not count. */
export async function runHooks(call: Call, name: HookName, subject: Subject): Promise<void> {
  for (const hook of call.entity.hooks[name]) await hook(hookArguments(call, subject))
}

/** Hooks that may return new data, each seeing what the one before it made. */
export async function runDataHooks(
  call: Call,
  name: 'beforeOperation' | 'beforeValidate' | 'beforeChange',
  subject: Subject & { readonly data: JsonObject },
): Promise<JsonObject> {
  let data = subject.data
  for (const hook of call.entity.hooks[name]) {
    const returned = await hook(hookArguments(call, { ...subject, data }))
    // Application code is trusted to return a document; anything else leaves the data as it is.
    if (isObject(returned)) data = returned as JsonObject
  }
  return hasHooks(call.entity, name) ? datesAsText(data) : data
}

/** `afterRead` hooks may return a new document. */
export async function runReadHooks(call: Call, entity: Entity<Call>, doc: JsonObject): Promise<JsonObject> {
  let current = doc
  for (const hook of entity.hooks.afterRead) {
    const id = typeof current['id'] === 'string' ? current['id'] : undefined
    const returned = await hook(hookArguments(call, { id, doc: current }, entity))
    if (isObject(returned)) current = returned as JsonObject
  }
  return current
}

/** Runs before a read looks anything up. */
export function beforeRead(call: Call): Promise<void> {
  return runHooks(call, 'beforeRead', { id: documentId(call) ?? undefined })
}
