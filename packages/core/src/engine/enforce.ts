import { QuireError } from '../contracts/errors.ts'
import { type Operation, takesDocument } from '../contracts/operation.ts'
import { ask, refusalOf } from './access.ts'
import type { Call } from './call.ts'
import { askPermission, checkRevision, findReadable, findPermitted } from './read/find-document.ts'
import { requestedTables } from './read/read-request.ts'
import { inTransaction } from './in-transaction.ts'
import { findForChange } from './write/changeable.ts'

/**
 * An operation without a kind. The engine checks what it declares before `run`: the rule, `If-Match` and the document
 * lock.
 */
export function defineOperation(operation: Operation<Call>): Operation<Call> {
  return operation
}

/** Checks what an operation declares, unless it does so itself. */
export async function enforce(call: Call, operation: Operation<Call>): Promise<void> {
  const { rule, checksAccess, endpoint } = operation
  if (rule === undefined || checksAccess) return
  if (call.entity.kind === 'service')
    throw new QuireError('internal', `"${operation.name}" names the rule "${rule}", but the service has no rules.`)
  const isOfDocument = call.entity.kind === 'global' || endpoint.path.includes('{id}')
  if (rule === 'read' && isOfDocument) checkRevision((await findReadable(call)).stored, call.input.ifMatch)
  else if (rule === 'read') await requestedTables(call)
  else if (isOfDocument) await askAboutDocument(call, operation)
  else if ((await ask(call, rule, { data: call.input.body ?? {} })).kind === 'never') throw refusalOf(call)
}

async function askAboutDocument(call: Call, operation: Operation<Call>): Promise<void> {
  const data = takesDocument(operation) ? (call.input.body ?? {}) : undefined
  const permission = await askPermission(call, data)
  if (operation.endpoint.method === 'GET') await findPermitted(call, permission, data)
  // A short transaction: a slow `run` must not hold locks.
  else
    await inTransaction(call, async (unit) => {
      await findForChange(call, unit, permission, data)
    })
}

/** Fails closed: an operation that did not check its rule must not answer. */
export function checkAsked({ checkedRules, entity, caller }: Call, { name, rule }: Operation<Call>): void {
  if (rule === undefined || caller.system || checkedRules?.has(rule)) return
  throw new QuireError('internal', `"${name}" of "${entity.slug}" answered without asking its rule "${rule}".`)
}
