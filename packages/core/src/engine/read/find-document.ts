import type { RuleName } from '../../contracts/access.ts'
import type { Condition } from '../../contracts/condition.ts'
import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import type { StoredDocument } from '../../contracts/storage.ts'
import { allOf } from '../../query/parse-where.ts'
import { ask, refuse, ruleOf } from '../access.ts'
import { type Call, documentId, readerOf } from '../call.ts'
import { scopeOf } from '../source.ts'
import { forApplication } from './present.ts'
import { requestedSource } from './read-request.ts'

export function notFound(): QuireError {
  return new QuireError('not_found', 'There is no such document.')
}

/**
 * The document that the call names, if its caller may read it; `not_found` otherwise, whatever the reason. `onceAllowed` runs before
 * the look into storage, but not for somebody whom the rule refuses.
 */
export async function findReadable(call: Call, onceAllowed?: () => Promise<void>): Promise<StoredDocument> {
  const { table, where } = await requestedSource(call)
  await onceAllowed?.()
  const id = documentId(call)
  const stored = id === null ? null : await readerOf(call).get(table, id, where)
  if (!stored) throw notFound()
  return stored
}

/**
 * The document that the call is about to act on, locked until the transaction ends. In the order of contract 14, Refusals: the plain
 * no of the operation's rule; a document that is missing or that the caller may not read; a `Where` that does not match; an outdated
 * revision.
 */
export async function findAllowed(call: Call, data?: JsonObject): Promise<StoredDocument> {
  const id = documentId(call)
  const { table, where } = await scopeOf(call)
  const stored = id === null ? null : await readerOf(call).get(table, id, where, { lock: 'change' })
  let doc: JsonObject | undefined
  const allowed = await askAbout(call, ruleOf(call), {
    id: id ?? undefined,
    data,
    get doc() {
      if (stored) doc ??= forApplication(call, stored)
      return doc
    },
  })
  if (allowed?.kind === 'never') throw refuse(call)
  if (!stored || !allowed) throw notFound()
  const readable = await ask(call, 'read', { id: stored.id })
  if (!(await matches(call, stored.id, allOf([readable, allowed])))) {
    throw (await matches(call, stored.id, readable)) ? refuse(call) : notFound()
  }
  checkRevision(stored, call.input.ifMatch)
  return stored
}

export function checkRevision(stored: StoredDocument, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === stored.revision) return
  throw new QuireError('revision_conflict', `The document is at revision ${stored.revision}, not ${ifMatch}.`)
}

/** A rule that reads `doc` may fail where there is none; such a document is simply missing. */
async function askAbout(
  call: Call,
  rule: RuleName,
  subject: { id: string | undefined; data: JsonObject | undefined; readonly doc: JsonObject | undefined },
) {
  try {
    return await ask(call, rule, subject)
  } catch (error) {
    if (subject.doc === undefined) return null
    throw error
  }
}

/** Whether a document is among those that a rule's answer covers; storage decides. */
export async function matches(call: Call, id: string, condition: Condition): Promise<boolean> {
  if (condition.kind === 'always') return true
  if (condition.kind === 'never') return false
  return (await readerOf(call).get(call.entity.table.name, id, condition)) !== null
}
