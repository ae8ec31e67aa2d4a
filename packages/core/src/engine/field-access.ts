import type { Rule, RuleArguments, RuleName } from '../contracts/access.ts'
import type { Condition } from '../contracts/condition.ts'
import type { Entity } from '../contracts/entity.ts'
import type { FieldNode } from '../contracts/field.ts'
import type { JsonObject } from '../contracts/json.ts'
import { flatten } from '../content/field-tree.ts'
import { evaluate, type EvaluatedDocument } from '../query/evaluate.ts'
import { leavesDocument, allOf } from '../query/conditions.ts'
import { ask, conditionOf, ruleArguments, type Subject, UnseenDocument } from './access.ts'
import { ClientTimeSlice, notingUse, refuseIfGone } from './waiting-client.ts'
import { type Call, readerOf } from './call.ts'
import { hasRelativeChanges } from './write/relative-changes.ts'
import { onceFor } from '../content/once-for.ts'

/** Conditions of field rules per statement; a rule may return a different one for each document. */
const CONDITIONS_AT_ONCE = 100

type FieldRight = 'read' | 'create' | 'update'

/** Field paths (without row indexes) that a rule denies. Null: none, which is the common case and costs nothing. */
export type DeniedPaths = ReadonlySet<string> | null

/** Whether a rule denies the field at the path, or one around it. */
export function isWithin(denied: DeniedPaths, path: string): boolean {
  if (!denied) return false
  if (denied.has(path)) return true
  for (let end = path.lastIndexOf('.'); end !== -1; end = path.lastIndexOf('.', end - 1)) {
    if (denied.has(path.slice(0, end))) return true
  }
  return false
}

/** The fields of an entity with a rule, at any depth. */
const fieldsWithRule = onceFor(({ fields }: Entity<Call>): Readonly<Record<FieldRight, readonly FieldNode[]>> => {
  const all = flatten(fields)
  const having = (name: FieldRight) => all.filter((node) => node.options.access?.[name])
  return { read: having('read'), create: having('create'), update: having('update') }
})

export function hasFieldRules(entity: Entity<Call>, right: FieldRight): boolean {
  return fieldsWithRule(entity)[right].length > 0
}

/** A document for field rules. `stored` is its content, for rules that return a `Where`. */
export interface AskedDocument {
  readonly subject: Subject
  readonly stored: EvaluatedDocument | null
}

/** Fields of one document that the caller may not read, create or update. */
export async function deniedFields(
  call: Call,
  entity: Entity<Call>,
  right: FieldRight,
  subject: Subject,
  stored: EvaluatedDocument | null,
): Promise<DeniedPaths> {
  const [denied = null] = await deniedInEach(call, entity, right, [{ subject, stored }])
  return denied
}

/**
 * The same for many documents. Rules that depend on other documents take one statement for each field, whatever the
 * number of documents.
 */
export async function deniedInEach(
  call: Call,
  entity: Entity<Call>,
  right: FieldRight,
  documents: readonly AskedDocument[],
): Promise<DeniedPaths[]> {
  const ruled = fieldsWithRule(entity)[right]
  if (call.caller.system || ruled.length === 0) return documents.map(() => null)
  const asked = documents.map((document) => ({ ...document, args: notingUse(ruleArguments(call, document.subject)) }))
  const denied = documents.map(() => new Set<string>())
  const slice = new ClientTimeSlice()
  for (const node of ruled) {
    const rule = `${right} of the field ${node.path}`
    const elsewhere: Elsewhere[] = []
    for (const [index, { subject, stored, args }] of asked.entries()) {
      if (slice.isOver) await slice.letOthersIn()
      refuseIfGone()
      const verdict = await node.options.access?.[right]?.(args)
      const deny = () => void denied[index]?.add(node.path)
      const condition = typeof verdict === 'object' ? await conditionOf(verdict, rule, entity, call) : null
      if (condition && stored && subject.id !== undefined && leavesDocument(condition))
        elsewhere.push({ id: subject.id, revision: stored.columns['revision'], condition, deny })
      // A document that is not stored yet matches no `Where`.
      else if (condition ? !stored || leavesDocument(condition) || !evaluate(condition, stored) : verdict !== true)
        deny()
    }
    const matching = await matchingIds(call, entity, elsewhere)
    for (const { id, revision, deny } of elsewhere) if (!matching.has(`${id} ${String(revision)}`)) deny()
  }
  return denied.map((paths) => (paths.size > 0 ? paths : null))
}

/** A verdict that depends on other documents, so only storage can evaluate it. */
interface Elsewhere {
  readonly id: string
  /** Distinguishes copies of a document. */
  readonly revision: unknown
  readonly condition: Condition
  readonly deny: () => void
}

/** One statement for equal conditions: most rules return the same one for each document. */
async function matchingIds(
  call: Call,
  entity: Entity<Call>,
  asked: readonly Elsewhere[],
): Promise<ReadonlySet<string>> {
  const alike = new Map<string, { readonly condition: Condition; readonly ids: string[] }>()
  for (const { id, condition } of asked) {
    const key = JSON.stringify(condition)
    const group = alike.get(key) ?? { condition, ids: [] }
    alike.set(key, group)
    group.ids.push(id)
  }
  const matching = new Set<string>()
  const groups = [...alike.values()]
  for (let start = 0; start < groups.length; start += CONDITIONS_AT_ONCE) {
    const some = groups.slice(start, start + CONDITIONS_AT_ONCE)
    const parts = some.map(({ condition, ids }) => allOf([hasIdAmong(ids), condition]))
    const [only] = some
    const scope: Condition = some.length === 1 && only ? only.condition : { kind: 'or', of: parts }
    const ids = some.flatMap((group) => group.ids)
    for (const { name } of [entity.table, ...entity.tables])
      for (const { id, revision } of await readerOf(call).getMany(name, ids, scope)) matching.add(`${id} ${revision}`)
  }
  return matching
}

function hasIdAmong(values: readonly string[]): Condition {
  const path = { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' } as const
  return { kind: 'compare', path, test: { op: 'in', values } }
}

/**
 * Fields that the caller may not update in any document. Rules that read the document are asked again when it is known.
 */
export async function deniedInEveryDocument(
  call: Call,
  id: string | undefined,
  data: JsonObject,
): Promise<DeniedPaths> {
  const denied = new Set<string>()
  if (call.caller.system) return null
  const isRelative = hasRelativeChanges(call, data)
  for (const node of fieldsWithRule(call.entity).update) {
    const unseen = new UnseenDocument(id, data, isRelative)
    const verdict = await unseen.ask((subject) => node.options.access?.update?.(ruleArguments(call, subject)))
    if (verdict === false) denied.add(node.path)
  }
  return denied.size > 0 ? denied : null
}

/**
 * Fields that the caller may not filter or sort by. A rule that reads the document has no answer before there is one,
 * so its field counts as unreadable: filters never reveal what a read would hide
 * (docs/contract/querying.md#unreadable-paths).
 */
export async function deniedInQueries(call: Call, entity: Entity<Call>): Promise<DeniedPaths> {
  const ruled = fieldsWithRule(entity)['read']
  if (call.caller.system || ruled.length === 0) return null
  const args: RuleArguments = notingUse({
    ...ruleArguments(call, {}),
    doc: unknownDocument,
    get id() {
      return touched()
    },
  })
  const denied = new Set<string>()
  for (const node of ruled) {
    refuseIfGone()
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

/**
 * Whether the caller may read all documents of an entity, with drafts and all visible fields. For copies that are
 * stored elsewhere, because rules can't be asked about former states.
 */
export async function canReadEverything(call: Call, entity: Entity<Call>): Promise<boolean> {
  for (const rule of ['read', 'readDrafts'] as const) if (!(await allowsAll(call, rule, entity))) return false
  return (await deniedInQueries(call, entity)) === null
}

/** Whether the caller's right to read an entity is unconditional, apart from drafts and single fields. */
export function hasFullRead(call: Call, entity: Entity<Call>): Promise<boolean> {
  return allowsAll(call, 'read', entity)
}

/**
 * Whether the actor may manage API keys of other users in the admin collection, which by default includes seeing their
 * actions. A key's scopes need not name this right, because they name the plugin's operations.
 */
export async function canManageKeys(call: Call): Promise<boolean> {
  const { admins, collections } = call.runtime.manifest
  const entity = admins === null ? undefined : collections[admins]
  const { scopes: _, ...caller } = call.caller
  return entity !== undefined && allowsAll({ ...call, caller }, 'manageKeys', entity)
}

async function allowsAll(call: Call, rule: RuleName, entity: Entity<Call>): Promise<boolean> {
  try {
    return (await ask(call, rule, {}, entity)).kind === 'always'
  } catch {
    // The rule gets no `doc`; one that throws counts as no.
    return false
  }
}
