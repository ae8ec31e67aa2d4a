import {
  ask,
  type Call,
  type Condition,
  hasAction,
  looksAtReadCopy,
  type Operation,
  type RuleName,
  scopeOf,
  type Subject,
  takesDocument,
  wouldMatch,
  matches,
  matchesInMemory,
  type Source,
} from '@quirecms/core/feature'
import { type AskedSubject, callOf, type KnownDocument } from './subject.ts'

/** Enabled operations that the caller may use, by the rule that each operation asks itself. */
export async function operationCapabilities(call: Call, asked: AskedSubject): Promise<Record<string, boolean>> {
  const operations: Record<string, boolean> = {}
  const places = new KnownPlaces()
  for (const operation of Object.values(call.entity.operations)) {
    const { capability } = operation
    if (capability) operations[capability.name] = await isAllowed(callOf(call, operation), operation, asked, places)
  }
  for (const { name, rule } of call.entity.capabilities) operations[name] = await hasRight(call, rule, asked, places)
  return operations
}

/** A right without an operation of its own. */
async function hasRight(call: Call, rule: RuleName, { changed }: AskedSubject, places: KnownPlaces): Promise<boolean> {
  if (changed === 'missing' || !hasAction(call, 'read')) return false
  const condition = await askAbout(call, rule, { id: changed?.stored.id, doc: changed?.doc })
  return changed ? places.matches(call, condition, changed, call.entity.table.name) : condition.kind !== 'never'
}

async function isAllowed(
  call: Call,
  operation: Operation<Call>,
  asked: AskedSubject,
  places: KnownPlaces,
): Promise<boolean> {
  const { rule, capability } = operation
  const { data } = asked
  const { makes, copies, onlyForUsers, putsOff } = capability ?? {}
  if (onlyForUsers && !call.caller.actor) return false
  if (putsOff && !putsOff.some((action) => hasAction(call, action))) return false
  // A key without the action `read` can do nothing with existing documents.
  if (makes !== 'document' && !hasAction(call, 'read')) return false
  // Changes are checked against the newest content, whichever copy the caller reads.
  const isRead = looksAtReadCopy(operation) || makes === 'copy'
  const [purpose, document] = isRead
    ? (['asked', asked.document] as const)
    : copies === 'any'
      ? (['any', asked.seen] as const)
      : (['changed', asked.changed] as const)
  if (!rule || (document === 'missing' && makes !== 'document')) return false
  const known = document === 'missing' || makes === 'document' ? null : document
  const scope = await scopeOf(call, call.entity, purpose)
  if (scope.where.kind === 'never') return false
  // The document was found with the rule `read`; don't ask it again.
  if (rule === 'read' && isRead && known) return true
  const doc = makes === 'copy' ? undefined : known?.doc
  const condition = await askAbout(call, rule, {
    id: known?.stored.id,
    doc,
    data: makes || takesDocument(operation) ? (data ?? {}) : undefined,
  })
  if (condition.kind === 'never') return false
  // The scope of an operation limits it, too: only operations of the trash see documents in the trash.
  if (known && !(await places.shows(call, scope, known))) return false
  if (condition.kind === 'always') return true
  // A new document without known content may match.
  if (makes && !known && data === undefined) return true
  if (makes) return wouldMatch(call, condition, data ?? {}, known?.stored ?? null)
  // Without a document, a condition means that the control is needed for some documents.
  return known ? places.matches(call, condition, known, known.table) : true
}

/** A rule that reads the document may throw if none is named: this counts as no. */
async function askAbout(call: Call, rule: RuleName, subject: Subject): Promise<Condition> {
  try {
    return await ask(call, rule, subject)
  } catch (error) {
    if (subject.doc === undefined) return { kind: 'never' }
    throw error
  }
}

/**
 * Caches, for one call, whether conditions match a document that was read. Conditions on the document alone are
 * evaluated in memory; each other condition is asked of the database once.
 */
class KnownPlaces {
  readonly #asked = new Map<string, Promise<boolean>>()

  async shows(call: Call, { table, where, fallback }: Source, known: KnownDocument): Promise<boolean> {
    if (await this.matches(call, where, known, table)) return true
    return fallback !== undefined && this.matches(call, fallback.where, known, fallback.table)
  }

  matches(call: Call, condition: Condition, known: KnownDocument, table: string): Promise<boolean> {
    const { id } = known.stored
    const isMatch = table === known.table ? matchesInMemory(call.entity, known.stored, condition) : undefined
    if (isMatch !== undefined) return Promise.resolve(isMatch)
    const key = JSON.stringify([table, id, condition])
    const asked = this.#asked.get(key) ?? this.#ask(call, id, condition, table)
    this.#asked.set(key, asked)
    return asked
  }

  async #ask(call: Call, id: string, condition: Condition, table: string): Promise<boolean> {
    return matches(call, id, condition.kind === 'always' ? EXISTS : condition, table)
  }
}

/** Matches every document, to ask whether it exists. */
const EXISTS: Condition = {
  kind: 'compare',
  path: { steps: [{ kind: 'column', name: 'id' }], storedAs: 'text' },
  test: { op: 'is_set' },
}
