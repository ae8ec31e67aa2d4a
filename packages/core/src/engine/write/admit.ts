import type { Issue } from '../../contracts/errors.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { isObject } from '../../content/json-object.ts'
import { fieldsOfRow } from '../../content/rows.ts'
import { parseInstant } from '../../query/instant.ts'
import type { Call } from '../call.ts'
import type { DeniedPaths } from '../field-access.ts'
import { isDocumentId } from '../new-id.ts'

/** Only these may come with an import, and only from the system (contract 14, System fields). */
const IMPORTED = new Set(['id', 'createdAt', 'updatedAt'])

/** What a row holds besides its fields. */
const ROW_MEMBERS = { rows: ['id'], blocks: ['id', 'blockType'] }

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
  otherMembers: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + name
    if (otherMembers.includes(name)) continue
    const node = fields.find((field) => field.name === name)
    if (!node || (node.hidden && !admission.call.caller.system)) {
      admission.issues.push({ code: 'unknown_field', path, message: 'Is not a known field.' })
    } else if (node.readOnly) admission.issues.push(readOnly(path))
    else if (admission.denied?.has(node.path)) {
      admission.issues.push({ code: 'forbidden', path, message: 'You may not write this field.' })
    } else admitLocales(admission, node, value, path)
  }
}

function admitLocales(admission: Admission, node: FieldNode, value: JsonValue, path: string): void {
  if (!(node.localized && admission.call.locale?.all)) return admitBelow(admission, node, value, path)
  if (isObject(value)) for (const one of Object.values(value)) admitBelow(admission, node, one, path)
}

function admitBelow(admission: Admission, node: FieldNode, value: JsonValue, path: string): void {
  if (node.structure === 'group') {
    if (isObject(value)) admitFields(admission, node.fields, value, `${path}.`)
    return
  }
  if ((node.structure !== 'rows' && node.structure !== 'blocks') || !Array.isArray(value)) return
  for (const [index, row] of value.entries()) {
    if (!isObject(row)) continue
    const fields = fieldsOfRow(node, row)
    // A row of an unknown block is reported by its block type, which validation looks at.
    if (fields) admitFields(admission, fields, row, `${path}.${index}.`, ROW_MEMBERS[node.structure])
  }
}

/** What is imported must be what the service itself would have made. */
function importProblems(name: string, value: JsonValue | undefined): Issue[] {
  if (typeof value !== 'string') return [{ code: 'type', path: name, message: `"${name}" must be text.` }]
  const isSound = name === 'id' ? isDocumentId(value) : parseInstant(value) !== undefined
  const expected = name === 'id' ? 'a UUID in small letters' : 'an ISO 8601 date'
  return isSound ? [] : [{ code: 'format', path: name, message: `"${name}" must be ${expected}.` }]
}

function readOnly(path: string): Issue {
  return { code: 'read_only', path, message: 'Is kept by the service.' }
}
