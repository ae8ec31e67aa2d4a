import type { Rule, RuleArguments, Where } from '../contracts/access.ts'
import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject } from '../contracts/json.ts'
import { flatten } from '../content/field-tree.ts'
import { evaluate, type EvaluatedDocument } from '../query/evaluate.ts'
import { leavesDocument } from '../query/leaves-document.ts'
import { conditionOf, ruleArguments, type Subject } from './access.ts'
import { type Call, readerOf } from './call.ts'

type FieldOperation = 'read' | 'create' | 'update'

/** Field paths (without row indexes) that a rule denies. Null: none, which is the common case and costs nothing. */
export type DeniedPaths = ReadonlySet<string> | null

const ruledFields = new WeakMap<readonly FieldNode[], Record<FieldOperation, readonly FieldNode[]>>()

/** The fields of an entity that have a rule of their own, at any depth; found once. */
function fieldsWithRule(entity: Entity<Call>, operation: FieldOperation): readonly FieldNode[] {
  let ruled = ruledFields.get(entity.fields)
  if (!ruled) {
    const all = flatten(entity.fields)
    const having = (name: FieldOperation) => all.filter((node) => node.options.access?.[name])
    ruled = { read: having('read'), create: having('create'), update: having('update') }
    ruledFields.set(entity.fields, ruled)
  }
  return ruled[operation]
}

export function hasFieldRules(entity: Entity<Call>, operation: FieldOperation): boolean {
  return fieldsWithRule(entity, operation).length > 0
}

/** What the caller may not read, create or update of one document. `stored` is its content, for rules that return a `Where`. */
export async function deniedFields(
  call: Call,
  entity: Entity<Call>,
  operation: FieldOperation,
  subject: Subject,
  stored: EvaluatedDocument | null,
): Promise<DeniedPaths> {
  const ruled = fieldsWithRule(entity, operation)
  if (call.caller.system || ruled.length === 0) return null
  const args = ruleArguments(call, subject)
  const denied = new Set<string>()
  for (const node of ruled) {
    const verdict = await node.options.access?.[operation]?.(args)
    const rule = `${operation} of the field ${node.path}`
    const allowed =
      typeof verdict === 'object' ? await holds(call, entity, verdict, rule, subject, stored) : verdict === true
    if (!allowed) denied.add(node.path)
  }
  return denied.size > 0 ? denied : null
}

/** A field rule's `Where`, held against the document that it is about; a document that is not stored yet matches none. */
async function holds(
  call: Call,
  entity: Entity<Call>,
  where: Where,
  rule: string,
  { id }: Subject,
  stored: EvaluatedDocument | null,
): Promise<boolean> {
  const condition = conditionOf(where, rule, entity, call)
  if (stored === null) return false
  if (!leavesDocument(condition)) return evaluate(condition, stored)
  return id !== undefined && (await readerOf(call).get(entity.table.name, id, condition)) !== null
}

/**
 * What the caller may not filter or sort by. A rule that looks at the document cannot be answered before there is one, so its field
 * counts as unreadable here: filters never tell what a read would hide (contract 5).
 */
export async function deniedInQueries(call: Call, entity: Entity<Call>): Promise<DeniedPaths> {
  const ruled = fieldsWithRule(entity, 'read')
  if (call.caller.system || ruled.length === 0) return null
  const args: RuleArguments = {
    ...ruleArguments(call, {}),
    doc: unknownDocument,
    get id() {
      return touched()
    },
  }
  const denied = new Set<string>()
  for (const node of ruled) {
    if (!(await allowsEveryDocument(node.options.access?.read, args))) denied.add(node.path)
  }
  return denied.size > 0 ? denied : null
}

async function allowsEveryDocument(rule: Rule | undefined, args: RuleArguments): Promise<boolean> {
  try {
    return (await rule?.(args)) === true
  } catch (error) {
    if (error instanceof DocumentTouched) return false
    throw error
  }
}

class DocumentTouched extends Error {}

function touched(): never {
  throw new DocumentTouched()
}

const unknownDocument: JsonObject = new Proxy(
  {},
  { get: touched, has: touched, ownKeys: touched, getOwnPropertyDescriptor: touched },
)
