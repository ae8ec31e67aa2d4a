import { isObject } from '../content/json-object.ts'
import { type Issue, MOST_ISSUES, type ValueProblem } from '../contracts/errors.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { Operation, OperationInput, Parameter } from '../contracts/operation.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { plainlyFits } from '../fields/plainly-fits.ts'
import { invalidQuery } from '../query/invalid-query.ts'
import type { Call, Runtime } from './call.ts'

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

/** By operation: each application has its own objects. */
const compiled = new WeakMap<Operation<Call>, TakenParameters>()

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

function takenBy(operation: Operation<Call>, parameters: Readonly<Record<string, Parameter>>): TakenParameters {
  const known = compiled.get(operation)
  if (known) return known
  const taken = operation.parameters.flatMap((name) => {
    const parameter = parameters[name]
    if (!parameter) return []
    const { spellings, schema, inProcess = schema, required } = { ...parameter, ...operation.querySchemas?.[name] }
    return { name, path: spellings[0] ?? name, schema: inProcess, isRequired: required === true }
  })
  const made: TakenParameters = {
    byName: new Map(taken.map((parameter) => [parameter.name, parameter])),
    required: taken.filter(({ isRequired }) => isRequired),
  }
  compiled.set(operation, made)
  return made
}

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
