import type { AccessDone, AccessEvent } from '../contracts/access-event.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Operation } from '../contracts/operation.ts'
import type { Unit } from '../contracts/document-storage.ts'
import { type Call, documentId, type Runtime, systemCall } from './call.ts'
import { inTransaction } from './in-transaction.ts'

/** Reports a completed action to features, in its transaction. Their errors roll it back. */
export async function reportDone(
  call: Call,
  unit: Unit,
  { documentId: id = ownDocument(call), ...about }: DoneHere,
): Promise<void> {
  await reportAccess(call, { outcome: 'done', unit, documentId: id, ...about })
}

type DoneHere = Omit<AccessDone, 'outcome' | 'unit' | 'documentId'> & Partial<Pick<AccessDone, 'documentId'>>

export async function tellOfApplication(runtime: Runtime, about: DoneHere): Promise<void> {
  const call = systemCall(runtime, runtime.manifest.service, about.action)
  if (call.entity.onAccess.length > 0) await inTransaction(call, (unit) => reportDone(call, unit, about))
}

/** Error codes of guessed secrets. */
const GUESSED: ReadonlySet<string> = new Set(['invalid_credentials', 'too_many_attempts'])

/** Reports a refused change to features. Invalid requests and refused reads are not reported. */
export async function tellRefusal(call: Call, operation: Operation<Call>, error: unknown): Promise<void> {
  const { name, accessAction = name, endpoint, limitedAsAuth } = operation
  if (accessAction === null || endpoint.method === 'GET' || !(error instanceof QuireError)) return
  const { code } = error
  if (code === 'forbidden' || (limitedAsAuth && GUESSED.has(code)))
    await reportRefused(call, { action: accessAction, code, documentId: ownDocument(call) })
}

/** Errors of features don't replace the refusal. */
export async function reportRefused(call: Call, about: Omit<Extract<AccessEvent, { outcome: 'refused' }>, 'outcome'>) {
  try {
    await reportAccess(call, { outcome: 'refused', ...about })
  } catch (error) {
    call.runtime.reportError(`a listener for the refused action "${about.action}"`, error)
  }
}

async function reportAccess(call: Call, event: AccessEvent): Promise<void> {
  for (const onAccess of call.entity.onAccess) await onAccess(call, event)
}

function ownDocument(call: Call): string | null {
  return call.entity.kind === 'service' ? null : documentId(call)
}
