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

/** Only these may come with an import, and only from the system (contract 14, System fields). */
const IMPORTED = new Set(['id', 'createdAt', 'updatedAt'])

/**
 * What a client may not send at all: unknown fields, fields that are kept by the service, fields whose rule says no. Runs on the
 * input as it came, before any hook adds to it.
 */
export function admit(call: Call, data: JsonObject, denied: DeniedPaths, creating: boolean): Issue[] {
  const issues: Issue[] = []
  const system = call.entity.systemFields.map((field) => field.name)
  for (const name of system.filter((one) => Object.hasOwn(data, one))) {
    if (call.caller.system && creating && IMPORTED.has(name)) issues.push(...importProblems(name, data[name]))
    else issues.push(readOnly(name))
  }
  admitFields({ call, denied, issues }, call.entity.fields, data, '', system)
  return issues
}

interface Admission {
  readonly call: Call
  readonly denied: DeniedPaths
  readonly issues: Issue[]
}

function admitFields(
  admission: Admission,
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
    if (!node || (node.hidden && !admission.call.caller.system)) {
      admission.issues.push({ code: 'unknown_field', path, message: 'There is no field with this name.' })
    } else if (node.readOnly) admission.issues.push(readOnly(path))
    else if (admission.denied?.has(node.path)) {
      admission.issues.push({ code: 'forbidden', path, message: 'You may not write this field. Leave it out.' })
    } else if (holdsObjects(node)) admitInside(admission, node, value, path)
  }
}

/** What does not have the field's shape, such as a row of an unknown block, is left for validation to report as a whole. */
function admitInside(admission: Admission, node: FieldNode, value: JsonValue, path: string): void {
  const byLocale = admission.call.locale?.all ?? false
  if (byLocale && node.localized && !isObject(value)) return
  eachObject(node, value, byLocale, admitObject, { admission, path, others: otherMembers(node) })
}

interface Inside {
  readonly admission: Admission
  readonly path: string
  readonly others: readonly string[]
}

const admitObject: VisitObject<Inside> = (fields, object, { admission, path, others }, index) => {
  admitFields(admission, fields, object, prefixInside(path, index), others)
}

/** What is imported must be what the service itself would have made. */
function importProblems(name: string, value: JsonValue | undefined): Issue[] {
  if (typeof value !== 'string') return [{ code: 'type', path: name, message: `"${name}" must be text.` }]
  const isSound = name === 'id' ? isDocumentId(value) : parseInstant(value) !== undefined
  const expected = name === 'id' ? 'a UUID in lowercase letters' : 'an ISO 8601 date'
  return isSound ? [] : [{ code: 'format', path: name, message: `"${name}" must be ${expected}.` }]
}

function readOnly(path: string): Issue {
  return { code: 'read_only', path, message: 'This field is read-only. Leave it out.' }
}
