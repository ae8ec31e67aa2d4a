import { defineOperation } from '../engine/call.ts'
import { runHooks } from '../engine/hooks.ts'
import { findForChange, notFound } from '../engine/read/find-document.ts'
import { forApplication } from '../engine/read/present.ts'
import { inTransaction } from '../engine/unit-of-work.ts'
import { releaseReferences } from '../engine/write/release-references.ts'
import { tellAfterCommit } from '../engine/write/save.ts'

export const remove = defineOperation({
  name: 'delete',
  summary: 'Delete a document',
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
  async run(call) {
    const { id } = await inTransaction(call.runtime.storage, call.caller.context, async (unit) => {
      const stored = await findForChange(call, 'delete')
      const doc = forApplication(call, stored)
      await runHooks(call, 'beforeDelete', { id: stored.id, doc })
      await releaseReferences(call, unit, stored)
      if (!(await unit.tx.remove(call.entity.table.name, stored.id))) throw notFound()
      for (const release of call.entity.onRemove) await release.run(call, stored.id)
      tellAfterCommit(call, unit, stored, 'deleted', () => doc)
      await runHooks(call, 'afterDelete', { id: stored.id, doc })
      return stored
    })
    return { kind: 'value', value: { id, deleted: true } }
  },
})
