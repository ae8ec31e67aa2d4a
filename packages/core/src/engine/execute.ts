import type { Entity } from '../contracts/entity.ts'
import { type Issue, MOST_ISSUES, QuireError, UnstorableText, type ValueProblem } from '../contracts/errors.ts'
import type { Answer } from '../contracts/answer.ts'
import {
  type Caller,
  type Operation,
  type OperationDescription,
  type OperationInput,
  type Parameter,
  takesDocument,
} from '../contracts/operation.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { findUnstorable } from '../fields/storable-value.ts'
import { type Call, chooseLocale, documentId, type Runtime } from './call.ts'
import { fromApplication, hasHooks, runDataHooks, runHooks } from './hooks.ts'
import { ask, refusalOf, refuseOutOfScope } from './access.ts'
import { tellRefusal } from './tell-access.ts'
import { runCall } from './unit-of-work.ts'
import { askPermission, findForChange, findPermitted, findReadable } from './read/find-document.ts'
import { requestedPresentation, requestedSort, requestedTables } from './read/requested.ts'
import { inTransaction } from './in-transaction.ts'
import { isObject } from '../content/json-object.ts'
import type { JsonSchema } from '../contracts/json.ts'
import { plainlyFits } from '../fields/plainly-fits.ts'
import { invalidQuery } from '../query/query-problems.ts'
import { onceFor } from '../content/once-for.ts'

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
 * 2. Refuse callers who are held back, and keys without the scope.
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
  const completed = operation.implies ? { ...input, query: { ...input.query, ...operation.implies } } : input
  const call: Call = { runtime, entity, operation, caller, input: completed, locale: null, checkedRules: new Set() }
  try {
    checkParameters(runtime, operation, input)
    refuseHeldBack(caller, operation)
    refuseOutOfScope(call, operation)
    checkBody(operation, input)
    const locale = chooseLocale(runtime.manifest.localization, completed.query)
    const ready = await beforeOperation({ ...call, locale }, operation)
    await enforce(ready, operation)
    const answer = await operation.run(ready)
    requireAskedRule(call, operation)
    return answer
  } catch (error) {
    const refusal = await withAllProblems(call, operation, withPlaces(fromApplication(error), completed))
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

/** Checks what an operation declares. Operations of a kind (`checksAccess`) do that themselves, in their `run`. */
async function enforce(call: Call, operation: Operation<Call>): Promise<void> {
  const { rule, checksAccess, endpoint } = operation
  if (rule === undefined || checksAccess) return
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

/** The parameters of an operation, compiled on its first call. */
interface TakenParameters {
  readonly byName: ReadonlyMap<string, TakenParameter>
  readonly required: readonly TakenParameter[]
}

interface TakenParameter {
  readonly name: string
  /** Name in a URL, for the paths of issues. */
  readonly path: string
  readonly schema: JsonSchema
}

/**
 * Validates the parameters of a call against their schemas, for all kinds of calls. Reports unknown names, wrong
 * values, missing parameters and syntax errors of the query string together.
 */
export function checkParameters({ manifest }: Runtime, operation: Operation<Call>, input: OperationInput): void {
  const { query, refusedQuery } = input
  const { byName, required } = takenBy(operation, manifest.parameters)
  let issues: Issue[] | undefined
  for (const name in query) {
    const value = query[name]
    if (value === undefined) continue
    const parameter = byName.get(name)
    if (parameter ? plainlyFits(value, parameter.schema) : operation.ignoresOtherParameters) continue
    const found = parameter ? issuesOf(parameter, value) : [unknown(name)]
    issues = [...(issues ?? []), ...found]
  }
  for (const parameter of required) {
    if (query[parameter.name] !== undefined || refusedQuery?.issues?.some(({ path }) => path === parameter.path))
      continue
    const { path } = parameter
    issues = [...(issues ?? []), { code: 'required', path, message: `"${path}" is required.` }]
  }
  if (issues?.length) throw invalidQuery([...(refusedQuery?.issues ?? []), ...issues].slice(0, MOST_ISSUES))
  if (refusedQuery) throw refusedQuery
}

/** Each application has its own operations. */
const takenBy = onceFor(
  (operation: Operation<Call>, parameters: Readonly<Record<string, Parameter>>): TakenParameters => {
    const taken = operation.parameters.flatMap((name) => {
      const parameter = parameters[name]
      if (!parameter) return []
      const { spellings, schema, inProcess = schema, required } = { ...parameter, ...operation.querySchemas?.[name] }
      return { name, path: spellings[0] ?? name, schema: inProcess, isRequired: required === true }
    })
    return {
      byName: new Map(taken.map((parameter) => [parameter.name, parameter])),
      required: taken.filter(({ isRequired }) => isRequired),
    }
  },
)

function unknown(name: string): Issue {
  return { code: 'unknown_field', path: name, message: `There is no option "${name}" here.` }
}

function issuesOf({ path, schema }: TakenParameter, value: unknown): readonly Issue[] {
  const problems = compileSchema(schema)(value)
  const expected = namedValues(schema) ?? boundedInteger(schema)
  // One message: each form of a union would report its own.
  if (problems.length > 0 && expected) return [{ code: 'type', path, message: `"${path}" must be ${expected}.` }]
  return problems.map((problem) => inQuery(path, problem))
}

/** `"trash" must be true or false.` */
function inQuery(parameter: string, { code, path, message }: ValueProblem): Issue {
  const at = path === '' ? parameter : `${parameter}.${path}`
  return { code, path: at, message: `"${at}" ${message.charAt(0).toLowerCase()}${message.slice(1)}` }
}

function boundedInteger({ type, minimum, maximum }: JsonSchema): string | undefined {
  return type === 'integer' && typeof minimum === 'number' && typeof maximum === 'number'
    ? `an integer from ${minimum} to ${maximum}`
    : undefined
}

/** Describes the values of a parameter that accepts booleans and texts: `true, false or newest`. */
function namedValues({ anyOf }: JsonSchema): string | undefined {
  if (!Array.isArray(anyOf)) return undefined
  const values: string[] = []
  for (const { type, enum: named } of anyOf.filter(isObject)) {
    if (type !== 'boolean' && !Array.isArray(named)) return undefined
    values.push(...(Array.isArray(named) ? named.filter((text) => text !== '').map(String) : ['true', 'false']))
  }
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)
}

type Query = Call['input']['query']

/**
 * Collects all mistakes of a query (docs/contract/errors.md#all-at-once). Each part is parsed only when it is needed,
 * and the first error ends the call. So this parses a refused query again, without its known mistakes, until it finds
 * no new one. Any other error ends the search: a caller without read access must learn nothing about paths.
 */
async function withAllProblems(call: Call, operation: Operation<Call>, error: unknown): Promise<unknown> {
  if (!(error instanceof QuireError) || error.code !== 'invalid_query' || !error.issues) return error
  const found = [...error.issues]
  const known = new Set(found.map(issueKey))
  let query = without(call.input.query, error.issues, call)
  for (;;) {
    const issues = (await problemsOf(call, operation, query)).filter(
      // A parameter that was removed because it is invalid is not missing.
      (issue) => !known.has(issueKey(issue)) && !(issue.code === 'required' && issue.path in call.input.query),
    )
    for (const issue of issues) known.add(issueKey(issue))
    found.push(...issues)
    const left = without(query, issues, call)
    if (left === query || found.length >= MOST_ISSUES) break
    query = left
  }
  return new QuireError('invalid_query', error.message, { issues: found.slice(0, MOST_ISSUES) })
}

async function problemsOf(call: Call, operation: Operation<Call>, query: Query): Promise<readonly Issue[]> {
  const { parameters } = operation
  try {
    const locale = chooseLocale(call.runtime.manifest.localization, query)
    const tried: Call = { ...call, locale, input: { ...call.input, query } }
    if (parameters.includes('select')) await requestedPresentation(tried)
    if (parameters.includes('where')) await requestedTables(tried)
    if (parameters.includes('sort')) await requestedSort(tried)
    await operation.checkQuery?.(tried)
    return []
  } catch (error) {
    return error instanceof QuireError && error.code === 'invalid_query' ? (error.issues ?? []) : []
  }
}

/** The query without the parameters of the issues, whose paths begin with the parameter's name in a URL. */
function without(query: Query, issues: readonly Issue[], { runtime }: Call): Query {
  const { parameters } = runtime.manifest
  const wrong = new Set(issues.map(({ path }) => path.split('.', 1)[0] ?? ''))
  const isWrong = (name: string) => [name, ...(parameters[name]?.spellings ?? [])].some((one) => wrong.has(one))
  const left = Object.entries(query).filter(([name]) => !isWrong(name))
  return left.length === Object.keys(query).length ? query : Object.fromEntries(left)
}

function issueKey({ code, path, message }: Issue): string {
  return JSON.stringify([code, path, message])
}
