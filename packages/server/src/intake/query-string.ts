import { QuireError } from '@quirecms/core'
import type { Issue } from '@quirecms/core'
import type { FastifyRequest } from 'fastify'
import { TransportRefusal } from '../reply/refusals.ts'

export interface QueryNames {
  readonly once: ReadonlySet<string>
  /** May be given several times (`sort`). */
  readonly repeatable: ReadonlySet<string>
  /** Parameters whose value is JSON; used in messages. */
  readonly json?: ReadonlySet<string>
}

export interface ReadQuery {
  /** Decoded values by name, in the given order; a list of one for parameters that may be given once. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly issues: readonly Issue[]
}

const MOST_PARAMETERS = 100
const NOTHING: ReadQuery = { values: new Map(), issues: [] }

export function rawQueryOf(request: Pick<FastifyRequest, 'url'>): string {
  const mark = request.url.indexOf('?')
  return mark === -1 ? '' : request.url.slice(mark + 1)
}

/**
 * Parses strictly (docs/contract/requests.md#strict-parameters): an unknown or duplicate parameter is an issue. Known
 * parameters are read nevertheless, so that one response reports all issues.
 *
 * @example
 * parseQuery('page=2&sort=-title&sort=id', { once: new Set(['page']), repeatable: new Set(['sort']) })
 */
export function parseQuery(rawQuery: string, names: QueryNames): ReadQuery {
  if (rawQuery === '') return NOTHING
  const values = new Map<string, string[]>()
  const issues: Issue[] = []
  for (const [name, value] of pairsOf(rawQuery)) {
    const given = values.get(name)
    if (!names.once.has(name) && !names.repeatable.has(name)) {
      const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name
      const message = bracketHint(name, value, names) ?? `There is no query parameter "${shown}" here.`
      issues.push({ code: 'unknown_field', path: shown, message })
    } else if (given === undefined) {
      values.set(name, [value])
    } else if (names.repeatable.has(name)) {
      given.push(value)
    } else {
      issues.push({
        code: 'custom',
        path: name,
        message: `The query parameter "${name}" is given twice. Send it once.`,
      })
    }
  }
  return { values, issues }
}

function pairsOf(rawQuery: string): [name: string, value: string][] {
  const pairs = rawQuery.split('&', MOST_PARAMETERS + 1)
  if (pairs.length > MOST_PARAMETERS)
    throw new QuireError('invalid_query', `Send at most ${MOST_PARAMETERS} query parameters.`)
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      return equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
}

/** Parses any parameters, for routes of the application; repeated ones become a list. */
export function parseAnyQuery(rawQuery: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of pairsOf(rawQuery)) {
    const given = values.get(name)
    values.set(name, given === undefined ? value : [given, value].flat())
  }
  return Object.fromEntries(values)
}

const LONGEST_HINT = 100

/**
 * Explains the right syntax for nested parameters with brackets, such as `where[title][equals]=x`, which many other
 * services use.
 */
function bracketHint(name: string, value: string, { repeatable, json }: QueryNames): string | undefined {
  const [parameter = '', ...keys] = name.split('[', 10)
  if (keys.length === 0) return undefined
  if (repeatable.has(parameter)) return `For several values, repeat \`${parameter}\`: ${parameter}=a&${parameter}=b.`
  if (!json?.has(parameter)) return undefined
  const meant = keys.reduceRight<unknown>((inner, key) => ({ [key.replace(']', '')]: inner }), leaf(value))
  const text = JSON.stringify(meant)
  const example = text.length <= LONGEST_HINT ? text : '{"title":{"equals":"x"}}'
  return `\`${parameter}\` is JSON: ${parameter}=${example}`
}

function leaf(value: string): unknown {
  return value === 'true' || value === 'false' ? value === 'true' : value
}

/** Decodes form encoding: `+` is a space. Refuses invalid UTF-8 like invalid percent-encoding. */
function decode(text: string): string {
  if (!text.includes('%')) return text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new TransportRefusal(400, 'The query string contains a wrong percent-encoding.')
  }
}
