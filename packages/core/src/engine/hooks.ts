import type { Entity } from '../contracts/entity.ts'
import type { HookArguments, HookName } from '../contracts/hooks.ts'
import type { JsonObject } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import type { Subject } from './access.ts'
import { type Call, documentId, localeCode } from './call.ts'
import { fromApplication } from './nested-errors.ts'
import { refuseIfGone } from './waiting-client.ts'
import { datesAsText } from './write/dates-as-text.ts'

export function hasHooks(entity: Entity<Call>, name: HookName): boolean {
  return entity.hooks[name].length > 0
}

export interface HookSubject extends Subject {
  /** Computes `next` from the present data. Lazy, because most hooks don't read it. */
  readonly nextOf?: ((data: JsonObject) => Readonly<JsonObject>) | undefined
  readonly previous?: Readonly<JsonObject> | null | undefined
  /** Key of the provider that the user signs in with. */
  readonly provider?: string | undefined
}

export function hookArguments(
  call: Call,
  { id, data, doc, nextOf, previous, provider }: HookSubject,
  entity: Entity<Call> = call.entity,
): HookArguments {
  const args: HookArguments = {
    data,
    doc,
    next: undefined,
    previous,
    id,
    operation: call.operation.name,
    actor: call.caller.actor,
    key: call.caller.key ?? null,
    locale: localeCode(call),
    local: call.runtime.localFor(call.caller),
    context: call.caller.context,
    collection: entity.slug,
    request: call.caller.request ?? null,
    ...(provider !== undefined && { provider }),
  }
  if (nextOf && data) Object.defineProperty(args, 'next', { enumerable: true, get: () => nextOf(data) })
  return args
}

/** Runs hooks whose return value is ignored. */
export async function runHooks(call: Call, name: HookName, subject: HookSubject): Promise<void> {
  for (const hook of call.entity.hooks[name]) await runHook(call, name, () => hook(hookArguments(call, subject)))
}

/** Errors of nested local calls are converted: they don't concern the caller. */
export async function runHook<T>(call: Call, name: HookName, hook: () => T | Promise<T>): Promise<T> {
  refuseIfGone()
  try {
    return await watchHook(call, name, hook)
  } catch (error) {
    throw fromApplication(error)
  }
}

/** Records the duration of a hook if timing is on. */
export function watchHook<T>(
  { runtime: { watch }, entity }: Pick<Call, 'runtime' | 'entity'>,
  hook: HookName,
  run: () => T | Promise<T>,
): T | Promise<T> {
  return watch ? watch({ kind: 'hook', hook, entity: entity.slug }, async () => run()) : run()
}

/** Runs hooks that may return new data, each with the result of the previous one. */
export async function runDataHooks(
  call: Call,
  name: 'beforeOperation' | 'beforeValidate' | 'beforeChange',
  subject: HookSubject & { readonly data: JsonObject },
): Promise<JsonObject> {
  let data = subject.data
  for (const hook of call.entity.hooks[name]) {
    const returned = await runHook(call, name, () => hook(hookArguments(call, { ...subject, data })))
    // Application code may return anything; only objects replace the data.
    if (isObject(returned)) data = returned as JsonObject
  }
  return hasHooks(call.entity, name) ? datesAsText(data) : data
}

/** Runs before a read looks anything up. */
export function beforeRead(call: Call): Promise<void> {
  return runHooks(call, 'beforeRead', { id: documentId(call) ?? undefined })
}
