import type { Entity } from '../contracts/entity.ts'
import { QuireError, UnstorableText } from '../contracts/errors.ts'
import type { Answer } from '../contracts/answer.ts'
import type { Caller, Operation, OperationInput } from '../contracts/operation.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { findUnstorable } from '../fields/storable-value.ts'
import { type Call, documentId, type Runtime } from './call.ts'
import { checkParameters } from './check-parameters.ts'
import { checkAsked, enforce } from './enforce.ts'
import { hasHooks, runDataHooks, runHooks } from './hooks.ts'
import { withAllProblems } from './all-problems.ts'
import { chooseLocale } from './locale-choice.ts'
import { refuseOutOfScope } from './key-scopes.ts'
import { fromApplication } from './nested-errors.ts'
import { refuseUntilSetUp } from './set-up-first.ts'
import { tellRefusal } from './tell-access.ts'
import { runCall } from './unit-of-work.ts'

/**
 * Executes every operation, for HTTP, the local API and bulk calls: access rules, validation, hooks and transactions
 * are the same for all.
 */
export function execute(
  runtime: Runtime,
  entity: Entity<Call>,
  name: string,
  input: OperationInput,
  caller: Caller,
): Promise<Answer> {
  const { watch } = runtime
  const call = () => run(runtime, entity, name, input, caller)
  if (!watch) return runCall(runtime.storage, caller.context, call)
  const what = {
    kind: 'operation',
    operation: name,
    entity: entity.slug,
    via: input.isRemote ? 'http' : 'local',
  } as const
  return runCall(runtime.storage, caller.context, () => watch(what, call))
}

async function run(
  runtime: Runtime,
  entity: Entity<Call>,
  name: string,
  input: OperationInput,
  caller: Caller,
): Promise<Answer> {
  const operation = entity.operations[name]
  if (!operation) throw new QuireError('not_found', `"${entity.slug}" has no operation "${name}".`)
  const asked = operation.implies ? { ...input, query: { ...input.query, ...operation.implies } } : input
  const call: Call = { runtime, entity, operation, caller, input: asked, locale: null, checkedRules: new Set() }
  try {
    checkParameters(runtime, operation, input)
    refuseUntilSetUp(caller, operation)
    refuseOutOfScope(call, operation)
    checkBody(operation, input)
    const locale = chooseLocale(runtime.manifest.localization, asked.query)
    const ready = await beforeOperation({ ...call, locale }, operation)
    await enforce(ready, operation)
    const answer = await operation.run(ready)
    checkAsked(call, operation)
    return answer
  } catch (error) {
    const refusal = await withAllProblems(call, operation, withPlaces(fromApplication(error), asked))
    await tellRefusal(call, operation, refusal)
    throw refusal
  }
}

/** Adds the path to errors of storage about text that it can't store; most fields refuse such text earlier. */
function withPlaces(error: unknown, { body }: OperationInput): unknown {
  if (!(error instanceof UnstorableText)) return error
  return new UnstorableText(findUnstorable(body ?? {}).filter(({ code }) => code === 'format'))
}

/**
 * Runs `beforeOperation` hooks, which may replace the body; the new one is checked by the same rules. An operation with
 * a body in parts calls this itself, after it has read them.
 */
export async function beforeOperation(call: Call, operation: Pick<Operation<Call>, 'body'>): Promise<Call> {
  const { entity, input } = call
  if (!hasHooks(entity, 'beforeOperation') || input.parts) return call
  const id = documentId(call) ?? input.id
  if (operation.body.kind === 'none') {
    await runHooks(call, 'beforeOperation', { id })
    return call
  }
  const body = await runDataHooks(call, 'beforeOperation', { id, data: input.body ?? {} })
  const changed: Call = { ...call, input: { ...input, body } }
  checkBody(operation, changed.input)
  return changed
}

/**
 * Bodies that are not documents are checked against the operation's schema: sound JSON of the wrong shape is 422
 * (docs/contract/errors.md#wrong-shape).
 */
function checkBody({ body }: Pick<Operation<Call>, 'body'>, input: OperationInput): void {
  if (body.kind !== 'schema') return
  const issues = compileSchema(body.schema)(input.body ?? {})
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
}
