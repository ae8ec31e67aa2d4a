import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../../contracts/json.ts'
import { GiveUp, type NamedJob } from '../../contracts/named-job.ts'
import { isObject } from '../../content/json-object.ts'
import { parseJson } from '../../content/parse-json.ts'
import { compileSchema } from '../../fields/compile-schema.ts'
import { findUnstorable } from '../../fields/storable-value.ts'
import type { Call } from '../call.ts'

/** Limit of an input, a result, and the result of a step. */
export const MOST_BYTES = 64 * 1024

type Described = Pick<NamedJob<Call>, 'name' | 'input'>

/**
 * Validates an input and returns its stored form, or throws all issues (docs/jobs.md). `base` is its path in the
 * request.
 */
export function writtenInput(job: Described, given: unknown, base = ''): { input: JsonObject; text: string } {
  const text = asJsonText(given ?? {})
  const input: JsonValue = text === undefined ? null : parseJson(text)
  if (text === undefined || !isObject(input))
    throw new QuireError('validation', `The input of "${job.name}" must be an object.`, {
      issues: [{ code: 'type', path: base, message: 'Must be an object.' }],
    })
  if (Buffer.byteLength(text) > MOST_BYTES)
    throw new QuireError(
      'payload_too_large',
      `The input of a job may have at most ${MOST_BYTES} bytes. Store what is larger, and name it in the input.`,
    )
  const issues = issuesIn(job, input, base)
  if (issues.length > 0)
    throw new QuireError('validation', `The input of "${job.name}" is not valid. The issues say why.`, { issues })
  return { input, text }
}

/**
 * Parses a stored input. The job's schema may have changed since it was queued: an input that no longer fits is
 * refused.
 */
export function keptInput(job: Described, text: string): JsonObject {
  const input = parseJson(text) as JsonObject
  const issues = issuesIn(job, input, '')
  if (issues.length > 0)
    throw new GiveUp(`"${job.name}" has changed since this was queued, and does not take its input any more.`, {
      issues,
    })
  return input
}

function issuesIn({ input: schema }: Described, input: JsonObject, base: string): readonly Issue[] {
  const problems =
    schema === null
      ? Object.keys(input).map((path) => ({
          code: 'unknown_field' as const,
          path,
          message: 'This job takes no input.',
        }))
      : [...compileSchema(schema)(input), ...findUnstorable(input)]
  return problems.map(({ path, ...rest }) => ({ ...rest, path: [base, path].filter((part) => part !== '').join('.') }))
}

/** JSON text of a value from application code; undefined if it is not JSON. */
export function asJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** An input as shown to users, without `writeOnly` parts of its schema. */
export function shownInput(schema: JsonSchema | null, value: JsonValue): JsonValue {
  if (schema === null) return value
  const { properties, items } = schema as { readonly properties?: unknown; readonly items?: unknown }
  if (Array.isArray(value)) {
    if (!isObject(items)) return value
    // Hides their number, too.
    return items['writeOnly'] === true ? [] : value.map((one) => shownInput(items as JsonSchema, one))
  }
  if (!isObject(value) || !isObject(properties)) return value
  const shown = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(own)) return [[name, member]]
    return own['writeOnly'] === true ? [] : [[name, shownInput(own, member)]]
  })
  return Object.fromEntries(shown)
}
