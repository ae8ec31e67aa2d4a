import type { Entity } from '../contracts/entity.ts'
import { QuireError, UnstorableText } from '../contracts/errors.ts'
import type { Answer } from '../contracts/answer.ts'
import {
  type Caller,
  type Operation,
  type OperationDescription,
  type OperationInput,
  takesDocument,
} from '../contracts/operation.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { findUnstorable } from '../fields/storable-value.ts'
import { type Call, chooseLocale, documentId, type Runtime } from './call.ts'
import { checkParameters, withAllProblems } from './check-parameters.ts'
import { fromApplication, hasHooks, runDataHooks, runHooks } from './hooks.ts'
import { ask, refusalOf, refuseOutOfScope } from './access.ts'
import { tellRefusal } from './tell-access.ts'
import { runCall } from './unit-of-work.ts'
import { askPermission, checkRevision, findForChange, findPermitted, findReadable } from './read/find-document.ts'
import { requestedTables } from './read/read-request.ts'
import { inTransaction } from './in-transaction.ts'

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

/**
 * An operation without a kind. The engine checks what it declares before `run`: the rule, `If-Match` and the document
 * lock.
 */
export function defineOperation(operation: Operation<Call>): Operation<Call> {
  return operation
}

/** Checks what an operation declares, unless it does so itself. */
export async function enforce(call: Call, operation: Operation<Call>): Promise<void> {
  const { rule, checksAccess, endpoint } = operation
  if (rule === undefined || checksAccess) return
  if (call.entity.kind === 'service')
    throw new QuireError('internal', `"${operation.name}" names the rule "${rule}", but the service has no rules.`)
  const isOfDocument = call.entity.kind === 'global' || endpoint.path.includes('{id}')
  if (rule === 'read' && isOfDocument) checkRevision((await findReadable(call)).stored, call.input.ifMatch)
  else if (rule === 'read') await requestedTables(call)
  else if (isOfDocument) await askAboutDocument(call, operation)
  else if ((await ask(call, rule, { data: call.input.body ?? {} })).kind === 'never') throw refusalOf(call)
}

async function askAboutDocument(call: Call, operation: Operation<Call>): Promise<void> {
  const data = takesDocument(operation) ? (call.input.body ?? {}) : undefined
  const permission = await askPermission(call, data)
  if (operation.endpoint.method === 'GET') await findPermitted(call, permission, data)
  // A short transaction: a slow `run` must not hold locks.
  else
    await inTransaction(call, async (unit) => {
      await findForChange(call, unit, permission, data)
    })
}

/** Fails closed: an operation that did not check its rule must not answer. */
export function checkAsked({ checkedRules, entity, caller }: Call, { name, rule }: Operation<Call>): void {
  if (rule === undefined || caller.system || checkedRules?.has(rule)) return
  throw new QuireError('internal', `"${name}" of "${entity.slug}" answered without asking its rule "${rule}".`)
}

/**
 * A user who must have a second factor, but has none yet, can only set one up, read the own account, and sign out.
 * Checked before every operation and every route of the application or a plugin; exceptions declare `whileSettingUp`.
 */
export function refuseUntilSetUp(
  { mustSetUpFactor }: Pick<Caller, 'mustSetUpFactor'>,
  { whileSettingUp }: Pick<OperationDescription, 'whileSettingUp'> = {},
): void {
  if (mustSetUpFactor && !whileSettingUp)
    throw new QuireError('forbidden', 'Set up a second factor first: a passkey, or one-time codes.')
}
