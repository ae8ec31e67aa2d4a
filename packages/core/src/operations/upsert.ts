import type { Condition } from '../contracts/condition.ts'
import { QuireError } from '../contracts/errors.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject, JsonValue } from '../contracts/json.ts'
import type { Answer } from '../contracts/answer.ts'
import type { OperationInput, Parameter } from '../contracts/operation.ts'
import { flatten, wayTo } from '../content/field-tree.ts'
import { isObject } from '../content/json-object.ts'
import { ask } from '../engine/access.ts'
import { type Call, readerOf } from '../engine/call.ts'
import { defineOperation, execute } from '../engine/execute.ts'
import { readerPaths, scopeOf } from '../engine/source.ts'
import { hasRelativeChanges } from '../engine/write/relative-changes.ts'
import { allOf } from '../query/conditions.ts'
import { invalidQuery } from '../query/query-problems.ts'
import { PRESENTATION } from '../query/parameters.ts'
import { parseWhere } from '../query/where/parse-where.ts'
import { resolveWhere } from '../query/where/resolve-where.ts'

/** A concurrent writer may create or delete the document between our lookup and our write; then look it up again. */
const MOST_ATTEMPTS = 5

export const byParameter: Parameter = {
  name: 'by',
  spellings: ['by'],
  required: true,
  description: 'The unique field that identifies the document: `slug`.',
  encoding: 'text',
  schema: { type: 'string' },
}

export const upsert = defineOperation({
  name: 'upsert',
  summary: 'Create a document, or change the one with the same unique value',
  description:
    'If you may read a document with the same value in the field `by`, changes it like `PATCH`; otherwise, creates a document. The access rules of the change or the creation apply.',
  endpoint: { method: 'PUT', path: '' },
  local: { method: 'upsert', args: ['body'] },
  parameters: ['by', ...PRESENTATION],
  body: { kind: 'document', partial: false },
  ifMatch: true,
  answer: { kind: 'doc', status: 200, orCreated: true },
  // It asks the rules of `create` and `update`.
  inEveryScope: true,
  async checkQuery(call) {
    if (call.input.query['by'] !== undefined) requestedField(call)
  },
  async run(call) {
    const by = requestedField(call)
    const data = call.input.body ?? {}
    const value = valueAt(data, by)
    if (value === null) throw missingValue(by)
    // Relative changes need an existing document: as content of a new one, they are refused.
    if (hasRelativeChanges(call, data)) return make(call, by)
    let unseen: string | null = null
    for (let attempt = 1; ; attempt += 1) {
      const found = await findBy(call, by, value)
      // An existing document that was not found is an unreadable draft. Only report that the value is taken.
      const id: string | null = found === unseen ? null : found
      try {
        return id === null ? await make(call, by) : await perform(call, 'update', { id })
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isOutrun(error, id, by)) throw error
        unseen = id ?? unseen
      }
    }
  },
})

/** Whether a collection has a field that identifies documents. */
export function hasNamingField(fields: readonly FieldNode[]): boolean {
  return flatten(fields).some(({ path }) => isNaming(wayTo(fields, path)))
}

/** Whether a field identifies documents: unique, with one value. */
export function isNaming(way: readonly FieldNode[]): boolean {
  const field = way.at(-1)
  if (field?.structure !== 'value' || field.hidden || field.options['unique'] !== true) return false
  return way.every(({ localized, structure }) => !localized && structure !== 'rows' && structure !== 'blocks')
}

function requestedField({ input, entity }: Call): string {
  const by = String(input.query['by'])
  if (isNaming(wayTo(entity.fields, by))) return by
  throw notNaming()
}

function notNaming(): QuireError {
  const message = '"by" must name a unique field that is not localized, and that you may read.'
  return invalidQuery([{ code: 'option', path: 'by', message }])
}

function valueAt(data: JsonObject, path: string): JsonValue {
  let value: JsonValue = data
  for (const name of path.split('.')) value = isObject(value) ? (value[name] ?? null) : null
  return value
}

function missingValue(path: string): QuireError {
  const issues = [{ code: 'required' as const, path, message: 'Give the value that identifies the document.' }]
  return new QuireError('validation', 'Some values are not valid. The issues say which.', { issues })
}

/** The document to update, as far as the caller may read it. */
async function findBy(call: Call, by: string, value: JsonValue): Promise<string | null> {
  const asked = await conditionOn(call, by, value)
  // Invalid values are refused by validation.
  if (!asked) return null
  const scope = await scopeOf(call, call.entity, 'changed')
  const where = allOf([scope.where, await ask(call, 'read', {}), asked])
  const [found] = await readerOf(call).find(scope.table, { where, sort: [], limit: 1, offset: 0 })
  return found?.id ?? null
}

async function conditionOn(call: Call, by: string, value: JsonValue): Promise<Condition | null> {
  const paths = await readerPaths(call, [by])
  const isReadable = tried(() => resolveWhere(parseWhere({ [by]: { exists: true } }), paths)) !== null
  if (!isReadable) throw notNaming()
  return tried(() => resolveWhere(parseWhere({ [by]: { equals: value } }), paths))
}

function tried<Result>(parse: () => Result): Result | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof QuireError && error.code === 'invalid_query') return null
    throw error
  }
}

/**
 * Whether a concurrent writer was faster: created the document that we tried to create, or deleted the one that we
 * tried to change.
 */
function isOutrun(error: unknown, id: string | null, by: string): boolean {
  if (!(error instanceof QuireError)) return false
  if (id !== null) return error.code === 'not_found'
  const issues = error.code === 'validation' ? (error.issues ?? []) : []
  return issues.length > 0 && issues.every(({ code, path }) => code === 'unique' && path === by)
}

async function make(call: Call, by: string): Promise<Answer> {
  if (call.input.ifMatch !== undefined)
    throw new QuireError('revision_conflict', `There is no document with this "${by}", or you may not read it.`)
  const answer = await perform(call, 'create', {})
  return answer.kind === 'doc' ? { ...answer, isCreated: true } : answer
}

function perform(call: Call, operation: string, more: Partial<OperationInput>): Promise<Answer> {
  const { by: _by, ...query } = call.input.query
  return execute(call.runtime, call.entity, operation, { ...call.input, query, ...more }, call.caller)
}
