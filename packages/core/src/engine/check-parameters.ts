import { type Issue, MOST_ISSUES, type ValueProblem } from '../contracts/errors.ts'
import type { JsonSchema } from '../contracts/json.ts'
import type { Operation, OperationInput, Parameter } from '../contracts/operation.ts'
import { isObject } from '../content/json-object.ts'
import { onceFor } from '../content/once-for.ts'
import { compileSchema } from '../fields/compile-schema.ts'
import { invalidQuery } from '../query/query-problems.ts'
import type { Call, Runtime } from './call.ts'

/** The parameters that an operation accepts. */
interface AcceptedParameters {
  readonly byName: ReadonlyMap<string, AcceptedParameter>
  readonly required: readonly AcceptedParameter[]
}

interface AcceptedParameter {
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
  const { byName, required } = acceptedBy(operation, manifest.parameters)
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

/** Compiled once for each operation; applications in one process share no operations. */
const acceptedBy = onceFor(
  (operation: Operation<Call>, parameters: Readonly<Record<string, Parameter>>): AcceptedParameters => {
    const accepted = operation.parameters.flatMap((name) => {
      const parameter = parameters[name]
      if (!parameter) return []
      const { spellings, schema, inProcess = schema, required } = { ...parameter, ...operation.querySchemas?.[name] }
      return { name, path: spellings[0] ?? name, schema: inProcess, isRequired: required === true }
    })
    return {
      byName: new Map(accepted.map((parameter) => [parameter.name, parameter])),
      required: accepted.filter(({ isRequired }) => isRequired),
    }
  },
)

function unknown(name: string): Issue {
  return { code: 'unknown_field', path: name, message: `There is no option "${name}" here.` }
}

function issuesOf({ path, schema }: AcceptedParameter, value: unknown): readonly Issue[] {
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

/** Keywords that describe and don't restrict. */
const DESCRIPTIVE: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples'])

/**
 * A fast check of a value against a common schema, so that the validator is only loaded after a client's mistake. False
 * means unknown: `compileSchema` decides then.
 */
function plainlyFits(value: unknown, schema: JsonSchema): boolean {
  for (const keyword in schema) {
    if (!DESCRIPTIVE.has(keyword) && !meets(value, keyword, schema[keyword])) return false
  }
  return true
}

function meets(value: unknown, keyword: string, bound: unknown): boolean {
  switch (keyword) {
    case 'type':
      return hasType(value, bound)
    case 'enum':
      return Array.isArray(bound) && typeof value !== 'object' && bound.includes(value)
    case 'minimum':
      return typeof value !== 'number' || value >= Number(bound)
    case 'maximum':
      return typeof value !== 'number' || value <= Number(bound)
    // Bounds count characters. There are never more of them than UTF-16 units, and at least one if there is any unit.
    case 'minLength':
      return typeof value !== 'string' || (bound === 1 && value.length > 0)
    case 'maxLength':
      return typeof value !== 'string' || value.length <= Number(bound)
    case 'items':
      return !Array.isArray(value) || (isObject(bound) && value.every((one) => plainlyFits(one, bound)))
    case 'maxItems':
      return !Array.isArray(value) || value.length <= Number(bound)
    case 'anyOf':
      return Array.isArray(bound) && bound.some((one) => isObject(one) && plainlyFits(value, one))
    default:
      return false
  }
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return Number.isFinite(value)
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    default:
      return Array.isArray(type) && type.some((one) => hasType(value, one))
  }
}
