import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@quirecms/core'
import type { ResolvedSecret } from './secrets.ts'

export interface ObservedAnswer {
  readonly status: number
  /** Content-dependent headers, as lines. */
  readonly headers: readonly string[]
  readonly text: string
}

interface ComparedRun {
  readonly secrets: readonly ResolvedSecret[]
  readonly actor: Actor | null
  readonly random: number
}

const LONGEST_VALUE = 200

/** Describes the leak for the developer: actor, request, difference, and where it is. */
export function toldApart(
  path: string,
  one: ObservedAnswer,
  other: ObservedAnswer,
  { secrets, actor, random }: ComparedRun,
): string {
  const who = actor ? `${actor.collection}/${actor.id}` : 'a stranger'
  return [
    `A caller can find out the secret (${secrets.map((secret) => secret.path).join(', ')}): as ${who}, GET ${readable(path)}`,
    ...differences(one, other),
    'Find the rule, hook, computed field or sort order that reads the secret.',
    ...(readable(path) === path ? [] : [`The request as it was sent: ${path}`]),
    `To repeat this run, use random: ${random}.`,
  ].join('\n')
}

/** Differences of the content explain those of length and tag, so these are left out. */
function differences(one: ObservedAnswer, other: ObservedAnswer): string[] {
  if (one.status !== other.status)
    return [differenceText('The status', one.status, other.status), `  ${short(one.text)}`, `  ${short(other.text)}`]
  const [left, right] = [parsed(one.text), parsed(other.text)]
  if (left !== undefined && right !== undefined && !isDeepStrictEqual(left, right)) {
    const found = firstDifference(left, right, '')
    return [differenceText(found.path === '' ? 'The answer' : found.path, found.one, found.other)]
  }
  if (one.text !== other.text) {
    let at = 0
    while (one.text[at] === other.text[at]) at += 1
    const around = (text: string) => text.slice(Math.max(0, at - LONGEST_VALUE / 2), at + LONGEST_VALUE / 2)
    return [differenceText(`The text at ${at}`, around(one.text), around(other.text))]
  }
  const at = one.headers.findIndex((line, index) => line !== other.headers[index])
  return [differenceText('A header', one.headers[at], other.headers[at])]
}

function differenceText(what: string, one: unknown, other: unknown): string {
  const inWords = (value: unknown) => (value === undefined ? 'not there' : short(JSON.stringify(value)))
  return `${what} is ${inWords(one)} in one world, and ${inWords(other)} in the other.`
}

interface Difference {
  readonly path: string
  readonly one: unknown
  readonly other: unknown
}

function firstDifference(one: unknown, other: unknown, path: string): Difference {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other))
    return { path, one, other }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  for (const key of keys)
    if (!isDeepStrictEqual(one[key], other[key]))
      return firstDifference(one[key], other[key], path === '' ? key : `${path}.${key}`)
  return { path, one, other }
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function short(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`
}

/** Paths of the application may be malformed. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
