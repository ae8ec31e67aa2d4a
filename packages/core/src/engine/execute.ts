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
import { findUnstorable } from '../content/storable.ts'
import { type Call, chooseLocale, documentId, type Runtime } from './call.ts'
import { errorForOuterCall, hasHooks, runDataHooks, runHooks } from './hooks.ts'
import { ask, refusalOf, refuseOutOfScope } from './access.ts'
import { tellRefusal } from './tell-access.ts'
import { runCall } from './unit-of-work.ts'
import { askPermission, findForChange, findPermitted, findReadable } from './read/find-document.ts'
import { requestedTables } from './read/requested.ts'
import { checkParameters } from './check-parameters.ts'
import { withAllProblems } from './query-mistakes.ts'
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
  const work = () => executeSteps(runtime, entity, name, input, caller)
  if (!watch) return runCall(runtime.storage, caller.context, work)
  const what = {
    kind: 'operation',
    operation: name,
    entity: entity.slug,
    via: input.isRemote ? 'http' : 'local',
  } as const
  return runCall(runtime.storage, caller.context, () => watch(what, work))
}

/**
 * The order of every call; the kind of the operation continues it in `operation.run` (`kinds/`):
 *
 * 1. Check the parameters.
 * 2. Refuse callers who are held back, and keys without the scope; for an operation with a rule of its entity, `ask`
 *    checks the scope when it asks the rule.
 * 3. Check a body that is no document.
 * 4. Choose the locale.
 * 5. Run `beforeOperation` hooks.
 * 6. For an operation without a kind, check what it declares.
 * 7. Run the operation, and refuse its answer if its rule was not asked.
 */
async function executeSteps(
  runtime: Runtime,
  entity: Entity<Call>,
  name: string,
  input: OperationInput,
  caller: Caller,
): Promise<Answer> {
  const operation = entity.operations[name]
  if (!operation) throw new QuireError('not_found', `"${entity.slug}" has no operation "${name}".`)
  // Implied parameters are not the client's: they need no check, and the client may not send them.
  const completed = operation.implies ? { ...input, query: { ...input.query, ...operation.implies } } : input
  const call: Call = { runtime, entity, operation, caller, input: completed, locale: null, checkedRules: new Set() }
  try {
    checkParameters(runtime, operation, input)
    refuseHeldBack(caller, operation)
    refuseOutOfScope(call, operation)
    checkBody(operation, input)
    const locale = chooseLocale(runtime.manifest.localization, completed.query)
    const ready = await beforeOperation(locale ? { ...call, locale } : call, operation)
    if (!operation.checksAccess) await checkDeclared(ready, operation)
    const answer = await operation.run(ready)
    requireAskedRule(call, operation)
    return answer
  } catch (error) {
    const refusal = await withAllProblems(call, operation, withPlaces(errorForOuterCall(error), completed))
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
  // Hooks run before a malformed id is refused, and get it as it is. Only local calls can send one: routes match UUIDs.
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
 * An operation without a kind; without `body`, it takes none. The engine checks what it declares before `run`: the
 * rule, `If-Match` and the document lock.
 */
export function defineOperation(
  operation: Omit<Operation<Call>, 'body'> & Partial<Pick<Operation<Call>, 'body'>>,
): Operation<Call> {
  return { body: { kind: 'none' }, ...operation }
}

/** Checks what an operation without a kind declares. Operations of a kind do that in their `run`. */
async function checkDeclared(call: Call, operation: Operation<Call>): Promise<void> {
  const { rule, endpoint } = operation
  if (rule === undefined) return
  if (call.entity.kind === 'service')
    throw new QuireError('internal', `"${operation.name}" names the rule "${rule}", but the service has no rules.`)
  const isOfDocument = call.entity.kind === 'global' || endpoint.path.includes('{id}')
  if (rule === 'read' && isOfDocument) await findReadable(call, { checksRevision: true })
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
function requireAskedRule({ checkedRules, entity, caller }: Call, { name, rule }: Operation<Call>): void {
  if (rule === undefined || caller.system || checkedRules?.has(rule)) return
  throw new QuireError('internal', `"${name}" of "${entity.slug}" answered without checking its rule "${rule}".`)
}

/**
 * Refuses whatever a caller who is held back may not do yet, before every operation and every route of the application
 * or a plugin.
 */
export function refuseHeldBack(
  { heldBack }: Pick<Caller, 'heldBack'>,
  { whileHeldBack }: Pick<OperationDescription, 'whileHeldBack'> = {},
): void {
  if (heldBack !== undefined && !whileHeldBack) throw new QuireError('forbidden', heldBack)
}
