import {
  allOf,
  answerInParts,
  askWithoutDocument,
  defineOperation,
  readerOf,
  refusalOf,
  scopeOf,
} from '@quirecms/core/feature'
import { removeAll } from './remove-all.ts'
import { TRASH_API } from './trash-api.ts'

export const emptyTrash = defineOperation({
  ...TRASH_API.emptyTrash,
  rule: 'deletePermanent',
  checksAccess: true,
  implies: { trash: true },
  async run(call) {
    const scope = await scopeOf(call, call.entity, 'changed')
    const allowed = allOf([await askWithoutDocument(call, 'deletePermanent'), await askWithoutDocument(call, 'read')])
    if (allowed.kind === 'never') throw refusalOf(call)
    const where = allOf([scope.where, allowed])
    return answerInParts(call, async () => {
      const { deleted, isCutShort } = await removeAll(call, where)
      const remaining = isCutShort ? await readerOf(call).count(call.entity.table.name, where) : 0
      return { kind: 'value', value: { deleted, ...(remaining > 0 && { remaining }) } }
    })
  },
})
