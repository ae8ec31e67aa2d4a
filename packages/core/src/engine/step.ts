import type { ChangeableDocument } from '../contracts/document-changes.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Unit } from '../contracts/unit-of-work.ts'
import type { Call } from './call.ts'

/** Runs a named step of the call's operation, with the changes of features. */
export async function runStep(call: Call, name: string, unit: Unit, document: ChangeableDocument): Promise<void> {
  const { operation } = call
  const step = operation.steps?.[name]
  if (!step) throw new QuireError('internal', `The operation "${operation.name}" has no step "${name}".`)
  await step(call, unit, document)
}
