import type { Issue } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { eachObject, holdsObjects, prefixInside, type VisitObject } from '../../content/each-object.ts'
import { fieldsByName } from '../../content/field-tree.ts'
import { isObject } from '../../content/json-object.ts'
import { otherMembers } from '../../content/rows.ts'
import { parseInstant } from '../../query/instant.ts'
import type { Call } from '../call.ts'
import type { DeniedPaths } from '../field-access.ts'
import { isDocumentId } from '../new-id.ts'

/** System fields that only an import by the system may set (docs/contract/documents.md#system-fields). */
const IMPORTED = new Set(['id', 'createdAt', 'updatedAt'])

/** The result of checking an input against the writer's rights. */
export interface InputCheck {
  /** Issues of refused members. */
  readonly issues: readonly Issue[]
  /** The input without refused members: later steps must reveal nothing about them. */
  rest(): JsonObject
}

/** Refuses unknown fields, read-only fields and fields denied by rules. Runs on the original input, before hooks. */
export function admit(call: Call, data: JsonObject, denied: DeniedPaths, creating: boolean): InputCheck {
  const admitting: Admitting = { call, denied, issues: [], refused: new Map() }
  const system = call.entity.systemFields.map((field) => field.name)
  for (const name of system.filter((one) => Object.hasOwn(data, one))) {
    if (call.caller.system && creating && IMPORTED.has(name)) admitting.issues.push(...importProblems(name, data[name]))
    else refuse(admitting, data, name, readOnly(name))
  }
  admitFields(admitting, call.entity.fields, data, '', system)
  const { issues, refused } = admitting
  return { issues, rest: () => copyWithout(data, refused) as JsonObject }
}

interface Admitting {
  readonly call: Call
  readonly denied: DeniedPaths
  readonly issues: Issue[]
  /** Names of refused members by their containing object, because paths contain no locale. */
  readonly refused: Map<JsonObject, Set<string>>
}

function refuse({ issues, refused }: Admitting, object: JsonObject, name: string, issue: Issue): void {
  issues.push(issue)
  refused.set(object, (refused.get(object) ?? new Set()).add(name))
}

function copyWithout(value: JsonValue, refused: Admitting['refused']): JsonValue {
  if (Array.isArray(value)) return value.map((one) => copyWithout(one, refused))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !refused.get(value)?.has(name))
  return Object.fromEntries(kept.map(([name, one]) => [name, copyWithout(one, refused)]))
}

function admitFields(
  admitting: Admitting,
  fields: readonly FieldNode[],
  data: JsonObject,
  prefix: string,
  others: readonly string[],
): void {
  const named = fieldsByName(fields)
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + name
    if (others.includes(name)) continue
    const node = named.get(name)
    if (!node || (node.hidden && !admitting.call.caller.system)) {
      refuse(admitting, data, name, { code: 'unknown_field', path, message: 'There is no field with this name.' })
    } else if (node.readOnly) refuse(admitting, data, name, readOnly(path))
    else if (admitting.denied?.has(node.path)) {
      refuse(admitting, data, name, { code: 'forbidden', path, message: 'You may not write this field. Leave it out.' })
    } else if (holdsObjects(node)) admitInside(admitting, node, value, path)
  }
}

/** Skips values of the wrong shape, such as rows of an unknown block: validation reports them. */
function admitInside(admitting: Admitting, node: FieldNode, value: JsonValue, path: string): void {
  const byLocale = admitting.call.locale?.all ?? false
  if (byLocale && node.localized && !isObject(value)) return
  eachObject(node, value, byLocale, admitObject, { admitting, path, others: otherMembers(node) })
}

interface Inside {
  readonly admitting: Admitting
  readonly path: string
  readonly others: readonly string[]
}

const admitObject: VisitObject<Inside> = (fields, object, { admitting, path, others }, index) => {
  admitFields(admitting, fields, object, prefixInside(path, index), others)
}

/** Imported values must be ones that the service itself could have created. */
function importProblems(name: string, value: JsonValue | undefined): Issue[] {
  if (typeof value !== 'string') return [{ code: 'type', path: name, message: `"${name}" must be text.` }]
  const isSound = name === 'id' ? isDocumentId(value) : parseInstant(value) !== undefined
  const expected = name === 'id' ? 'a UUID in lowercase letters' : 'an ISO 8601 date'
  return isSound ? [] : [{ code: 'format', path: name, message: `"${name}" must be ${expected}.` }]
}

function readOnly(path: string): Issue {
  return { code: 'read_only', path, message: 'This field is read-only. Leave it out.' }
}
