import { runHooks } from '../engine/hooks.ts'
import { actsOnDocument } from '../engine/kinds/changes-document.ts'
import { forApplication } from '../engine/read/read-form.ts'
import { runStep } from '../engine/step.ts'
import { removeForGood } from '../engine/write/release-references.ts'
import { DELETE_API } from './document-api.ts'

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
