import { runHooks } from '../engine/hooks.ts'
import { actsOnDocument } from '../engine/kinds/changes-document.ts'
import { forApplication } from '../engine/read/for-application.ts'
import { runStep } from '../engine/step.ts'
import { removeForGood } from '../engine/write/remove-document.ts'

export const remove = actsOnDocument({
  name: 'delete',
  summary: 'Delete a document',
  description: 'If the collection has a trash, the document goes there. Otherwise it is gone.',
  endpoint: { method: 'DELETE', path: '/{id}' },
  local: { method: 'delete', args: ['id'] },
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
  async run({ call, unit, before }) {
    const { id } = before
    const doc = forApplication(call, before)
    await runHooks(call, 'beforeDelete', { id, doc })
    await runStep(call, 'remove', unit, before)
    await runHooks(call, 'afterDelete', { id, doc, previous: doc })
    return { kind: 'value', value: { id, deleted: true } }
  },
})
