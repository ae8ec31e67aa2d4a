import { defineOperation } from '../engine/call.ts'
import { runHooks } from '../engine/hooks.ts'
import { askBeforehand } from '../engine/read/find-document.ts'
import { forApplication } from '../engine/read/present.ts'
import { runStep } from '../engine/step.ts'
import { inTransaction } from '../engine/in-transaction.ts'
import { findForChange } from '../engine/write/changeable.ts'
import { removeForGood } from '../engine/write/remove-document.ts'

export const remove = defineOperation({
  name: 'delete',
  summary: 'Delete a document',
  description: 'If the collection has a trash, the document goes there. Otherwise it is gone.',
  endpoint: { method: 'DELETE', path: '/{id}' },
  local: { method: 'delete', args: ['id'] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: true,
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['id', 'deleted'],
      properties: { id: { type: 'string', format: 'uuid' }, deleted: { const: true } },
    },
  },
  rule: 'delete',
  capability: { name: 'delete' },
  steps: { remove: removeForGood },
  async run(call) {
    const permission = await askBeforehand(call)
    const id = await inTransaction(call, async (unit) => {
      const document = await findForChange(call, unit, permission)
      const { id: found } = document
      const doc = forApplication(call, document)
      await runHooks(call, 'beforeDelete', { id: found, doc })
      await runStep(call, 'remove', unit, document)
      await runHooks(call, 'afterDelete', { id: found, doc, previous: doc })
      return found
    })
    return { kind: 'value', value: { id, deleted: true } }
  },
})
