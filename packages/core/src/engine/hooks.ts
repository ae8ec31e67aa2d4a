import type { Entity } from '../contracts/entity.ts'
import type { FieldHookArguments, Hook, HookArguments, HookName } from '../contracts/hooks.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import { isObject } from '../content/json-object.ts'
import type { Subject } from './access.ts'
import { type Call, documentId, localeCode } from './call.ts'
import { refuseIfGone } from './waiting-client.ts'
import type { FieldNode } from '../contracts/field.ts'
import { objectsIn, prefixInside } from '../content/walk-content.ts'
import { onceFor } from '../content/once-for.ts'
import { flatten } from '../content/field-tree.ts'
import { QuireError } from '../contracts/errors.ts'

export function hasHooks(entity: Entity<Call>, name: HookName): boolean {
  return entity.hooks[name].length > 0
}

export interface HookSubject extends Subject {
  /** Computes `next` from the present data. Lazy, because most hooks don't read it. */
  readonly nextOf?: ((data: JsonObject) => Readonly<JsonObject>) | undefined
  readonly previous?: Readonly<JsonObject> | null | undefined
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
async function runHook<T>(call: Call, name: HookName, hook: () => T | Promise<T>): Promise<T> {
  refuseIfGone()
  try {
    return await watchHook(call, name, hook)
  } catch (error) {
    throw errorForOuterCall(error)
  }
}

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

type Stage = 'beforeValidate' | 'beforeChange'

const stagesInUse = onceFor(({ fields }: Entity<Call>): ReadonlySet<Stage> => {
  const nodes = flatten(fields)
  const isUsed = (name: Stage) => nodes.some((node) => (node.options.hooks?.[name]?.length ?? 0) > 0)
  return new Set((['beforeValidate', 'beforeChange'] as const).filter(isUsed))
})

export function hasFieldHooks(entity: Entity<Call>, stage: Stage): boolean {
  return stagesInUse(entity).has(stage)
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

interface HookRun {
  readonly call: Call
  readonly stage: Stage
  readonly subject: HookSubject
}

async function visit(run: HookRun, fields: readonly FieldNode[], object: JsonObject, prefix: string): Promise<void> {
  for (const node of fields) {
    const path = prefix + node.name
    // Safe cast: each stage gives its hooks what they get.
    for (const hook of (node.options.hooks?.[run.stage] ?? []) as readonly Hook<FieldHookArguments>[]) {
      const args = Object.assign(hookArguments(run.call, run.subject), { value: object[node.name], path })
      const value = await runHook(run.call, run.stage, () => hook(args))
      if (value !== undefined) object[node.name] = value as JsonValue
    }
    for (const inner of objectsIn(node, object[node.name], run.call.locale?.all ?? false))
      await visit(run, inner.fields, inner.object, prefixInside(path, inner.index))
  }
}

/** The nesting limit of documents; deeper values are refused later. */
const DEEPEST = 32

/**
 * Converts `Date` values of hooks and defaults to stored text. Other values that JSON can't represent stay, and are
 * refused later.
 */
export function datesAsText<Value extends JsonValue>(value: Value, depth?: number): Value
export function datesAsText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? value : value.toISOString()
  if (Array.isArray(value)) return value.map((item: JsonValue) => datesAsText(item, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, datesAsText(one as JsonValue, depth + 1)]))
}

/** Errors of nested local calls. A mark beside the error: it is the application's, and may be frozen. */
const leaked = new WeakSet<QuireError>()

/** Errors about the service rather than the call; nested and outer callers get the same. */
const OF_THE_SERVICE = new Set<QuireError['code']>(['unavailable', 'timeout'])

/** Marks errors of nested local calls; the outer call reports 500. */
export function leavingLocalCall(error: unknown): unknown {
  if (error instanceof QuireError && !OF_THE_SERVICE.has(error.code)) leaked.add(error)
  return error
}

/**
 * Converts an error of application code for the outer call. An error of a nested local call is the application's own
 * failure (docs/contract/application-code.md#nested-errors): that a hook failed to find a document must not tell the
 * caller that the requested document is missing. To refuse a call, application code throws a new `QuireError`.
 */
export function errorForOuterCall(error: unknown): unknown {
  if (!(error instanceof QuireError) || !leaked.has(error)) return error
  return new QuireError('internal', 'Something went wrong in the application.', { cause: error })
}
