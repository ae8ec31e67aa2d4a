import { answerInParts } from '../../engine/answer-in-parts.ts'
import { askInGeneral, refuse } from '../../engine/access.ts'
import { defineOperation, readerOf } from '../../engine/call.ts'
import { scopeOf } from '../../engine/source.ts'
import { allOf } from '../../query/combine-conditions.ts'
import { removeAll } from './remove-all.ts'

/** Removes everything in the trash that the caller may delete for good. */
export const emptyTrash = defineOperation({
  name: 'emptyTrash',
  summary: 'Delete everything in the trash for good',
  description:
    'As far as you may. What others still point to stays, if their relationship says so. If there is more than fits into the time of a request, `remaining` says how much is left: call again to go on.',
  endpoint: { method: 'DELETE', path: '/trash' },
  local: { method: 'emptyTrash', args: [] },
  parameters: [],
  body: { kind: 'none' },
  ifMatch: false,
  answer: {
    kind: 'value',
    status: 200,
    schema: {
      type: 'object',
      required: ['deleted'],
      properties: {
        deleted: { type: 'integer', minimum: 0 },
        remaining: {
          type: 'integer',
          minimum: 0,
          description: 'How many are left because the time was over; absent otherwise. Call again to go on.',
        },
      },
    },
  },
  rule: 'deletePermanent',
  implies: { trash: true },
  async run(call) {
    const scope = await scopeOf(call, call.entity, 'changed')
    const allowed = allOf([await askInGeneral(call, 'deletePermanent'), await askInGeneral(call, 'read')])
    if (allowed.kind === 'never') throw refuse(call)
    const where = allOf([scope.where, allowed])
    return answerInParts(call, async () => {
      const { deleted, isCutShort } = await removeAll(call, where)
      const remaining = isCutShort ? await readerOf(call).count(call.entity.table.name, where) : 0
      return { kind: 'value', value: { deleted, ...(remaining > 0 && { remaining }) } }
    })
  },
})
