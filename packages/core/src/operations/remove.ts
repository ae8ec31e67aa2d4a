import { runHooks } from '../engine/hooks.ts'
import { actsOnDocument } from '../engine/kinds/changes-document.ts'
import { forApplication } from '../engine/read/read-form.ts'
import { removeForGood } from '../engine/write/release-references.ts'
import { DELETE_API } from './document-api.ts'
import type { ChangeableDocument } from '../contracts/document-changes.ts'
import { QuireError } from '../contracts/errors.ts'
import type { Unit } from '../contracts/document-storage.ts'
import type { Call } from '../engine/call.ts'

export const remove = actsOnDocument({
  ...DELETE_API.delete,
  rule: 'delete',
  capability: { name: 'delete' },
  steps: { remove: removeForGood },
  async run({ call, unit, before }) {
    const { id } = before
    const doc = forApplication(call, before)
    await runHooks(call, 'beforeDelete', { id, doc })
    await runStep(call, 'remove', unit, before)
    await runHooks(call, 'afterDelete', { id, doc, previous: doc })
    return { kind: 'value', value: { id, deleted: true } }
  },
})

/** Runs a named step of the call's operation, with the changes of features. */
async function runStep(call: Call, name: string, unit: Unit, document: ChangeableDocument): Promise<void> {
  const { operation } = call
  const step = operation.steps?.[name]
  if (!step) throw new QuireError('internal', `The operation "${operation.name}" has no step "${name}".`)
  await step(call, unit, document)
}
