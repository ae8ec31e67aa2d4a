import { isObject } from '../content/json-object.ts'
import type { Context } from '../contracts/access.ts'
import { type Answer, type BulkResult, totalsOf } from '../contracts/answer.ts'
import type { Entity } from '../contracts/entity.ts'
import { QuireError } from '../contracts/errors.ts'
import type { AnyMethods } from '../contracts/local.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import { encodeTag } from '../engine/answer-basis.ts'
import type { Call, Runtime } from '../engine/call.ts'
import { execute } from '../engine/execute.ts'
import { leavingLocalCall } from '../engine/hooks.ts'
import { notingTags } from '../engine/waiting-client.ts'
import { timeLimitOf } from '../engine/in-transaction.ts'
import { contextForCall, isolateUnit, runCall, runInTransaction, type UnitOptions } from '../engine/unit-of-work.ts'
import { readArguments, wrongOption } from './read-arguments.ts'

export function methodOf(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  operation: Operation<Call>,
): AnyMethods[string] {
  return async (...args: unknown[]) => {
    const [options] = args
    if (operation.name === 'list' && isObject(options) && 'tags' in options) {
      const { tags: _, ...query } = options
      const ask = () => invoke(runtime, entity, caller, operation, [query])
      if (!takesTags(options)) return unwrap(await ask())
      const { made, tags } = await notingTags(ask)
      return { ...(unwrap(made) as object), tags: tags.list().map((tag) => encodeTag(tag, runtime.tagSecret)) }
    }
    const answer = await invoke(runtime, entity, caller, operation, args)
    if (answer.kind === 'results') reportFailures(runtime, entity, answer.results)
    return unwrap(answer)
  }
}

function takesTags({ tags }: Readonly<Record<string, unknown>>): boolean {
  if (tags !== undefined && typeof tags !== 'boolean') throw wrongOption('tags', '"tags" must be true or false.')
  return tags === true
}

export async function invoke(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  operation: Operation<Call>,
  args: readonly unknown[],
  more?: Pick<OperationInput, 'withoutTotal'>,
): Promise<Answer> {
  refuseIfOver(caller)
  const { input, context } = readArguments(operation, args)
  return call(
    runtime,
    entity,
    operation,
    { ...input, ...more },
    {
      ...caller,
      context: contextForCall(runtime.storage, isObject(context) ? context : caller.context),
    },
  )
}

/** The same for one document in a batch, inside of its transaction. */
export async function invokeInPortion(
  runtime: Runtime,
  entity: Entity<Call>,
  caller: Caller,
  operation: Operation<Call>,
  args: readonly unknown[],
  given: unknown,
): Promise<Answer> {
  refuseIfOver(caller)
  const { input } = readArguments(operation, args)
  const context = contextForCall(runtime.storage, isObject(given) ? given : caller.context)
  try {
    return await execute(runtime, entity, operation.name, input, { ...caller, context })
  } catch (error) {
    throw leavingLocalCall(error)
  }
}

/** Refuses calls of a job whose time is over: another instance may be running it by now. */
export function refuseIfOver({ signal }: Caller): void {
  if (signal?.aborted) throw leavingLocalCall(new QuireError('timeout', 'The job that made this call has ended.'))
}

/** Runs `work` in one transaction, or in a nested part of the current one; calls with its context join. */
export async function inOneTransaction<T>(
  { storage }: Runtime,
  caller: Caller,
  given: unknown,
  work: (context: Context) => Promise<T>,
  more: Pick<UnitOptions, 'timeout' | 'gathers'> = {},
): Promise<T> {
  refuseIfOver(caller)
  const context = contextForCall(storage, isObject(given) ? given : caller.context)
  isolateUnit(storage, context)
  const options = { isolated: true, ...timeLimitOf(caller), ...more }
  return runCall(storage, context, () => runInTransaction(storage, context, () => work(context), options))
}

async function call(
  runtime: Runtime,
  entity: Entity<Call>,
  { name }: Operation<Call>,
  input: OperationInput,
  caller: Caller,
): Promise<Answer> {
  try {
    isolateUnit(runtime.storage, caller.context)
    return await execute(runtime, entity, name, input, caller)
  } catch (error) {
    throw leavingLocalCall(error)
  }
}

/** Results contain `internal` without a cause, so it is logged. */
function reportFailures(runtime: Runtime, { slug }: Entity<Call>, results: readonly BulkResult[]): void {
  for (const result of results) {
    if (result.ok || result.error.code !== 'internal') continue
    runtime.reportError(`a document of a bulk in "${slug}" failed`, result.error.cause ?? result.error)
  }
}

/** The document itself for single results, and `{ docs, pagination }` for lists (docs/contract/command-line.md#one-shape). */
function unwrap(answer: Answer): unknown {
  switch (answer.kind) {
    case 'doc':
      return answer.doc.value
    case 'list':
      return { docs: answer.docs.map((doc) => doc.value), pagination: answer.pagination }
    case 'value':
      return answer.value
    case 'stream':
      return answer.content
    case 'events':
      throw new QuireError('internal', 'Event streams are for HTTP. In process, use `changes`.')
    case 'redirect':
      return { url: answer.location }
    case 'results': {
      const results = answer.results.map((result) => {
        if (result.ok) return { id: result.id, ok: true, ...(result.doc && { doc: result.doc.value }) }
        const { code, message, issues } = result.error
        return { id: result.id, ok: false, error: { code, message, ...(issues && { issues }) } }
      })
      return { results, ...totalsOf(answer) }
    }
  }
}
