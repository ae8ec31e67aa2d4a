import type { RuleName } from '../../contracts/access.ts'
import type { Condition } from '../../contracts/condition.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { ask, type Subject } from '../../engine/access.ts'
import type { Call } from '../../engine/call.ts'
import { matches } from '../../engine/read/find-document.ts'
import { copyContent } from '../../operations/duplicate.ts'
import { type AskedSubject, callOf, type KnownDocument } from './subject.ts'
import { wouldMatch } from './would-match.ts'

/** How an operation asks for leave: which rule (contract 14, Rights without a rule of their own), and of what it tells that rule. */
interface Asking {
  /** The name that answers use; the operation's own by default. */
  readonly shown?: string
  readonly rule: RuleName
  /** Makes a document: of the data alone, or of a copy. */
  readonly makes?: 'new' | 'copy'
  readonly tellsData: boolean
}

const ASKING: Readonly<Record<string, Asking>> = {
  create: { rule: 'create', makes: 'new', tellsData: true },
  // Making a user is creating a document of its collection.
  createUser: { shown: 'create', rule: 'create', makes: 'new', tellsData: true },
  read: { rule: 'read', tellsData: false },
  update: { rule: 'update', tellsData: true },
  delete: { rule: 'delete', tellsData: false },
  duplicate: { rule: 'create', makes: 'copy', tellsData: true },
  copyLocale: { rule: 'update', tellsData: false },
  unlock: { rule: 'unlock', tellsData: false },
}

/** Which of the enabled operations the caller may use. */
export async function operationCapabilities(call: Call, asked: AskedSubject): Promise<Record<string, boolean>> {
  const operations: Record<string, boolean> = {}
  for (const name of Object.keys(call.entity.operations)) {
    const asking = ASKING[name]
    if (asking) operations[asking.shown ?? name] = await isAllowed(callOf(call, name), asking, asked)
  }
  return operations
}

async function isAllowed(call: Call, asking: Asking, { document, data }: AskedSubject): Promise<boolean> {
  const { rule, makes, tellsData } = asking
  if (document === 'missing' && makes !== 'new') return false
  const known = document === 'missing' || makes === 'new' ? null : document
  // What could be found may be read; the rule is not asked twice.
  if (rule === 'read' && known) return true
  const doc = makes === 'copy' ? undefined : known?.doc
  const condition = await askAbout(call, rule, {
    id: known?.stored.id,
    doc,
    data: tellsData ? (data ?? {}) : undefined,
  })
  if (condition.kind === 'always' || condition.kind === 'never') return condition.kind === 'always'
  if (makes) return wouldBeAmong(call, condition, known, data)
  // Without a document, "only for some" means that there is something to show the control for.
  return known ? matches(call, known.stored.id, condition) : true
}

/** A rule that reads the document may fail where none is named: then it says yes to none. */
async function askAbout(call: Call, rule: RuleName, subject: Subject): Promise<Condition> {
  try {
    return await ask(call, rule, subject)
  } catch (error) {
    if (subject.doc === undefined) return { kind: 'never' }
    throw error
  }
}

/** Whether a document that is made of this would be among those that the rule covers. */
async function wouldBeAmong(
  call: Call,
  condition: Condition,
  source: KnownDocument | null,
  data: JsonObject | undefined,
): Promise<boolean> {
  if (!source) return data === undefined || wouldMatch(call, condition, data, null)
  return wouldMatch(call, condition, data ?? {}, await copyContent(call, source.stored, data ?? {}))
}
