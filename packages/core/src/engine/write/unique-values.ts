import type { Comparison, Condition, PathStep, Scalar } from '../../contracts/condition.ts'
import { type Issue, QuireError } from '../../contracts/errors.ts'
import type { JsonObject, JsonValue } from '../../contracts/json.ts'
import { type DocumentTable, DuplicateValue, type IndexSpec } from '../../contracts/storage.ts'
import { isObject } from '../../content/json-object.ts'
import { evaluate, type EvaluatedDocument } from '../../query/evaluate.ts'
import { type Call, readerOf } from '../call.ts'
import { asEvaluated } from '../read/present.ts'

/**
 * Values that another document has already. All of them are asked for in one statement, so that they are reported together with
 * everything else; the unique index stays the judge of what happens at the same time.
 */
export async function takenValues(
  call: Call,
  content: JsonObject,
  before: JsonObject | null,
  id: string | undefined,
  tables: readonly DocumentTable[] = [call.entity.table, ...call.entity.tables],
): Promise<Issue[]> {
  const asked = call.entity.table.indexes.flatMap((index) => {
    const value = index.unique ? valueAt(content, index.path.steps) : null
    const changed = value !== null && (!before || valueAt(before, index.path.steps) !== value)
    return changed ? [{ index, condition: equalTo(index, value) }] : []
  })
  if (asked.length === 0) return []
  const others: Condition = { kind: 'or', of: asked.map(({ condition }) => condition) }
  const where: Condition = id === undefined ? others : { kind: 'and', of: [others, { kind: 'not', of: hasId(id) }] }
  const documents: EvaluatedDocument[] = []
  for (const { name } of tables) {
    const found = await readerOf(call).find(name, { where, sort: [], limit: asked.length, offset: 0 })
    documents.push(...found.map((document) => asEvaluated(call.entity, document)))
  }
  const taken = asked.filter(({ condition }) => documents.some((document) => evaluate(condition, document)))
  return taken.map(({ index }) => takenIssue(index.name))
}

/** What the unique index itself refused, as the same issue. */
export function asValidation(error: unknown): unknown {
  if (!(error instanceof DuplicateValue)) return error
  return notValid([takenIssue(error.index)], error)
}

export function notValid(issues: readonly Issue[], cause?: unknown): QuireError {
  return new QuireError('validation', 'Some values are not valid. The issues say which.', { issues, cause })
}

/** An index is named after its field's path, with the locale behind `@` (manifest/table.ts). */
function takenIssue(index: string): Issue {
  const [path = index] = index.split('@')
  return { code: 'unique', path, message: 'Another document already has this value.' }
}

export function equalTo({ path }: IndexSpec, value: Scalar): Comparison {
  return { kind: 'compare', path, test: { op: 'equals', value } }
}

function hasId(id: string): Comparison {
  return {
    kind: 'compare',
    path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
    test: { op: 'equals', value: id },
  }
}

/** The one value at an index's path; null where it cannot collide. */
export function valueAt(content: JsonObject, steps: readonly PathStep[]): Scalar | null {
  let value: JsonValue = content
  for (const step of steps) {
    const key = step.kind === 'key' ? step.name : step.kind === 'locale' ? step.chain[0] : undefined
    if (key === undefined || !isObject(value)) return null
    value = value[key] ?? null
  }
  if (isObject(value)) {
    const { relationTo, value: id } = value
    return typeof relationTo === 'string' && typeof id === 'string' ? `${relationTo}/${id}` : null
  }
  return typeof value === 'object' ? null : value
}
