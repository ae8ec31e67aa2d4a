import type { Contribution } from '../contracts/contribution.ts'
import type { BodySpec, Operation } from '../contracts/operation.ts'
import type { Step } from '../contracts/document-changes.ts'
import { PARAMETERS } from '../query/parameters.ts'

type Operations<Call> = Readonly<Record<string, Operation<Call>>>

type Contributions<Call> = readonly (readonly [feature: string, contribution: Contribution<Call>])[]

export function resolveOperations<Call>(
  place: string,
  given: Operations<Call>,
  contributions: Contributions<Call>,
  has: { readonly locales: boolean; readonly joins: boolean },
): Operations<Call> {
  const operations = changed(place, given, contributions)
  checkRoutes(place, operations)
  checkSteps(place, operations, contributions)
  const parameters = firstByName([...PARAMETERS, ...contributions.flatMap(([, part]) => part.parameters ?? [])])
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const added = contributions.flatMap(([, part]) => part.extends?.[name] ?? [])
      const extended = extend(operation, added, (one) => parameters[one]?.schema ?? {})
      const taken = extended.parameters.filter((one) => !isWithoutMeaning(one, has))
      return [name, { ...extended, parameters: taken, ...stepsOf(operation, contributions) }]
    }),
  )
}

/** Drops locale parameters without localization, and `joins` without a join. */
function isWithoutMeaning(name: string, has: { readonly locales: boolean; readonly joins: boolean }): boolean {
  return name === 'joins' ? !has.joins : !has.locales && (name === 'locale' || name === 'fallbackLocale')
}

function changed<Call>(
  place: string,
  operations: Operations<Call>,
  contributions: Contributions<Call>,
): Operations<Call> {
  const result: Record<string, Operation<Call>> = { ...operations }
  for (const [feature, { changes = {} }] of contributions) {
    for (const [name, change] of Object.entries(changes)) {
      const operation = result[name]
      if (!operation) throw new Error(`${place}: ${feature} changes the operation "${name}", which does not exist`)
      result[name] = change(operation)
    }
  }
  return result
}

/** Adds parameters to an operation: to its query string, or to its body if that contains a query. */
function extend<Call>(
  operation: Operation<Call>,
  added: readonly string[],
  schemaOf: (parameter: string) => object,
): Operation<Call> {
  const { body, parameters } = operation
  if (added.length === 0) return operation
  if (body.kind !== 'schema' || !body.asksLikeQuery) return { ...operation, parameters: [...parameters, ...added] }
  const members = Object.fromEntries(added.map((name) => [name, schemaOf(name)]))
  const properties = { ...(body.schema['properties'] as object), ...members }
  const extended: BodySpec = { ...body, schema: { ...body.schema, properties } }
  return { ...operation, body: extended }
}

/** Two operations can't share a route or a local method. */
function checkRoutes<Call>(place: string, operations: Operations<Call>): void {
  const parts = Object.entries(operations).map(([name, { endpoint, local }]) => {
    const route = `${endpoint.method} ${endpoint.base ?? ''}${endpoint.path.replaceAll(/\{[^{}]+\}/g, '{}')}`
    // Methods of jobs and plugins have namespaces of their own; some operations have no method.
    const where = local.on === 'queue' ? 'queue.' : endpoint.base?.startsWith('plugins/') ? `${endpoint.base}.` : ''
    const method = local.on === 'nothing' ? {} : { [`method ${where}${local.method}`]: true }
    return [`"${name}"`, { [route]: true, ...method }] as const
  })
  mergeWithoutClash(`${place}: route`, parts)
}

/** A changed step must exist, and only one feature can replace it. */
function checkSteps<Call>(place: string, operations: Operations<Call>, contributions: Contributions<Call>): void {
  const known = Object.entries(operations).flatMap(([name, { steps = {} }]) =>
    Object.keys(steps).map((step) => `${name}.${step}`),
  )
  for (const [feature, { steps = {} }] of contributions) {
    const unknown = Object.keys(steps).find((name) => !known.includes(name))
    if (unknown !== undefined)
      throw new Error(`${place}: ${feature} changes the step "${unknown}", which does not exist`)
  }
  const replacing = contributions.map(([feature, { steps = {} }]) => {
    const replaced = Object.entries(steps).filter(([, change]) => 'replace' in change)
    return [feature, Object.fromEntries(replaced)] as const
  })
  mergeWithoutClash(`${place}: step`, replacing)
}

/** The steps of an operation: a feature may replace each, and other features wrap it. */
function stepsOf<Call>(
  { name, steps }: Operation<Call>,
  contributions: Contributions<Call>,
): Pick<Operation<Call>, 'steps'> {
  if (!steps) return {}
  const resolved = Object.entries(steps).map(([step, original]): [string, Step<Call>] => {
    const changes = contributions.flatMap(([, part]) => part.steps?.[`${name}.${step}`] ?? [])
    const replaced = changes.find((change) => 'replace' in change)?.replace ?? original
    const wraps = changes.filter((change) => 'wrap' in change)
    return [step, wraps.reduce((next, { wrap }) => wrap(next), replaced)]
  })
  return { steps: Object.fromEntries(resolved) }
}

export function mergeWithoutClash<Value>(
  what: string,
  parts: readonly (readonly [owner: string, values: Readonly<Record<string, Value>>])[],
): Record<string, Value> {
  const merged: Record<string, Value> = {}
  const owners = new Map<string, string>()
  for (const [owner, values] of parts) {
    for (const [name, value] of Object.entries(values)) {
      const other = owners.get(name)
      if (other !== undefined) throw new Error(`${what} "${name}" comes from both ${other} and ${owner}`)
      owners.set(name, owner)
      merged[name] = value
    }
  }
  return merged
}

/**
 * Removes duplicate parameters by name. Operations distinguish them by `querySchemas`; those of plugins come last and
 * must not change others.
 */
export function firstByName<Item extends { readonly name: string }>(items: readonly Item[]): Record<string, Item> {
  const found: Record<string, Item> = {}
  for (const item of items) found[item.name] ??= item
  return found
}

export function byName<Item extends { readonly name: string }>(items: readonly Item[]): Record<string, Item> {
  return Object.fromEntries(items.map((item) => [item.name, item]))
}
