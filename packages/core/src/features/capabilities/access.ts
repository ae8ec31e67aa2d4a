import type { RuleName } from '../../contracts/access.ts'
import type { Condition } from '../../contracts/condition.ts'
import type { FieldNode } from '../../contracts/field.ts'
import type { JsonObject, JsonSchema } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { ask, type Subject } from '../../engine/access.ts'
import { type Call, defineOperation, readerOf } from '../../engine/call.ts'
import { deniedFields, flatten } from '../../engine/field-access.ts'
import { isDocumentId } from '../../engine/new-id.ts'
import { matches } from '../../engine/read/find-document.ts'
import { asEvaluated, forApplication } from '../../engine/read/present.ts'
import { startApplication } from '../../engine/write/application.ts'
import { applyFields } from '../../engine/write/apply.ts'
import { evaluate } from '../../query/evaluate.ts'

/** Which rule each operation rests on (contract 14, Rights without a rule of their own). */
const RULE_OF_OPERATION: Readonly<Record<string, RuleName>> = {
  create: 'create',
  createUser: 'create',
  read: 'read',
  update: 'update',
  delete: 'delete',
  duplicate: 'create',
  copyLocale: 'update',
  unlock: 'unlock',
}

/** The names that answers use; making a user is creating a document of its collection. */
const SHOWN_NAME: Readonly<Record<string, string>> = { createUser: 'create' }

const ANSWER: JsonSchema = {
  type: 'object',
  required: ['operations', 'fields'],
  properties: {
    operations: { type: 'object', additionalProperties: { type: 'boolean' } },
    fields: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { read: { type: 'boolean' }, create: { type: 'boolean' }, update: { type: 'boolean' } },
      },
    },
  },
}

const COMMON = {
  parameters: [],
  ifMatch: false,
  answer: { kind: 'value', status: 200, schema: ANSWER },
  run: capabilities,
} as const

export const collectionAccess = defineOperation({
  ...COMMON,
  name: 'access',
  summary: 'What you may do here',
  endpoint: { method: 'POST', path: '', base: 'access' },
  local: { method: 'access', args: ['body'] },
  body: {
    kind: 'schema',
    optional: true,
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { id: { type: 'string', maxLength: 128 }, data: { type: 'object' } },
    },
  },
})

export const globalAccess = defineOperation({
  ...COMMON,
  name: 'access',
  summary: 'What you may do here',
  endpoint: { method: 'POST', path: '', base: 'access' },
  local: { method: 'access', args: ['body'] },
  body: {
    kind: 'schema',
    optional: true,
    schema: { type: 'object', additionalProperties: false, properties: { data: { type: 'object' } } },
  },
})

/** Computed by the very rules that the operations run. */
async function capabilities(call: Call) {
  const { id, data } = (call.input.body ?? {}) as { id?: string; data?: JsonObject }
  const about = await aboutOf(call, id)
  const operations: Record<string, boolean> = {}
  for (const name of Object.keys(call.entity.operations)) {
    const rule = RULE_OF_OPERATION[name]
    if (rule) operations[SHOWN_NAME[name] ?? name] = await isAllowed(call, name, rule, about, data)
  }
  return { kind: 'value', value: { operations, fields: await fieldCapabilities(call, about, data) } } as const
}

/** The document that is asked about: `missing` where the caller cannot see it; null where none was named. */
type About = { readonly stored: StoredDocument; readonly doc: JsonObject } | 'missing' | null

async function aboutOf(call: Call, given: string | undefined): Promise<About> {
  const id = call.entity.kind === 'global' ? call.entity.slug : given
  if (id === undefined) return null
  const readable = await ask(call, 'read', {})
  if (readable.kind === 'never' || (call.entity.kind === 'collection' && !isDocumentId(id))) return 'missing'
  const stored = await readerOf(call).get(call.entity.table.name, id, readable)
  return stored ? { stored, doc: forApplication(call, stored) } : 'missing'
}

async function isAllowed(
  call: Call,
  name: string,
  rule: RuleName,
  about: About,
  data: JsonObject | undefined,
): Promise<boolean> {
  const isNew = name === 'create' || name === 'createUser'
  if (about === 'missing' && !isNew) return false
  const named = about === 'missing' ? null : about
  const subject: Subject = isNew ? { data } : { id: named?.stored.id, doc: named?.doc, data }
  const condition = await ask(call, rule, subject)
  if (condition.kind === 'always' || condition.kind === 'never') return condition.kind === 'always'
  if (isNew || name === 'duplicate') return data === undefined || matchesData(call, condition, data, named)
  // Without a document, "only for some" means that there is something to show the control for.
  return named ? matches(call, named.stored.id, condition) : true
}

/** Whether a document made of this data would be among those that the rule covers. */
function matchesData(call: Call, condition: Condition, data: JsonObject, about: Exclude<About, 'missing'>): boolean {
  const base = about ? (JSON.parse(about.stored.json) as JsonObject) : null
  const content = applyFields(startApplication(call, { checksBase: false }), call.entity.fields, data, base)
  return evaluate(condition, { columns: {}, data: content })
}

async function fieldCapabilities(call: Call, about: About, data: JsonObject | undefined): Promise<JsonObject> {
  const named = about === 'missing' ? null : about
  const subject: Subject = { id: named?.stored.id, doc: named?.doc, data }
  const evaluated = named ? asEvaluated(call.entity, named.stored) : null
  const denied = {
    read: await deniedFields(call, call.entity, 'read', subject, evaluated),
    create: await deniedFields(call, call.entity, 'create', { data }, null),
    update: await deniedFields(call, call.entity, 'update', subject, evaluated),
  }
  const isDenied = (right: keyof typeof denied, path: string): boolean => {
    const segments = path.split('.')
    return segments.some((_, index) => denied[right]?.has(segments.slice(0, index + 1).join('.')))
  }
  const shown = flatten(call.entity.fields).filter((node) => call.caller.system || !isHidden(call.entity.fields, node))
  return Object.fromEntries(
    shown.map((node) => [
      node.path,
      {
        read: !isDenied('read', node.path),
        create: !node.readOnly && !isDenied('create', node.path),
        update: !node.readOnly && !isDenied('update', node.path),
      },
    ]),
  )
}

/** Hidden itself, or inside something hidden. */
function isHidden(fields: readonly FieldNode[], node: FieldNode): boolean {
  return flatten(fields).some((other) => other.hidden && (other === node || node.path.startsWith(`${other.path}.`)))
}
