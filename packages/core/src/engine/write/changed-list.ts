import type { ValueProblem } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'

export interface ChangedList {
  readonly values: readonly JsonValue[]
  /** Number of unchanged elements at the start, which were validated before. */
  readonly kept: number
  /** Paths of the other values in the request, in the same order. */
  readonly places: readonly string[]
  /** Problems of values to remove. They are not stored, so no later check reports them. */
  readonly problems: readonly ValueProblem[]
}

/** Undefined if it is not a relative change. */
export function changedList(node: FieldNode, given: JsonObject, stored: readonly JsonValue[]): ChangedList | undefined {
  const [[kind, values] = [], ...others] = Object.entries(given)
  if (others.length > 0 || !Array.isArray(values)) return undefined
  if (kind === 'append') return appended(node, values, stored)
  return kind === 'remove' ? removed(node, values, stored) : undefined
}

function appended(node: FieldNode, values: readonly JsonValue[], stored: readonly JsonValue[]): ChangedList {
  const there = new Set(appendsUnique(node) ? stored.map(elementKey) : [])
  const added: JsonValue[] = []
  const places: string[] = []
  for (const [index, value] of values.entries()) {
    const key = elementKey(value)
    if (there.has(key)) continue
    if (appendsUnique(node)) there.add(key)
    added.push(value)
    places.push(`append.${index}`)
  }
  return { values: [...stored, ...added], kept: stored.length, places, problems: [] }
}

/**
 * Whether elements are identities (documents, files, choices), which are never added twice. Other values may repeat.
 */
function appendsUnique({ type }: FieldNode): boolean {
  return type.appendsUnique
}

/** Removes all equal elements. Missing ones and invalid values are no error. */
function removed(node: FieldNode, values: readonly JsonValue[], stored: readonly JsonValue[]): ChangedList {
  const gone = new Set<string>()
  const problems: ValueProblem[] = []
  for (const [index, value] of values.entries()) {
    const found = value === null ? [NOT_NULL] : node.check(value)
    const wrong = found.find(({ code, path }) => code === 'type' && path === '')
    if (wrong) problems.push({ ...wrong, path: `remove.${index}` })
    else gone.add(elementKey(found.length === 0 ? node.normalize(value) : value))
  }
  const left = stored.filter((value) => !gone.has(elementKey(value)))
  return { values: left, kept: left.length, places: [], problems }
}

const NOT_NULL: ValueProblem = { code: 'type', path: '', message: 'Must not be null.' }

/** By value, because hooks may have copied the list. */
export function isSameValue(one: JsonValue | undefined, other: JsonValue): boolean {
  return one === other || (one !== undefined && elementKey(one) === elementKey(other))
}

/** Equal values have equal keys, regardless of the order of their members. */
function elementKey(value: JsonValue): string {
  if (!isObject(value)) return JSON.stringify(value)
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
