import { QuireError } from '../../contracts/errors.ts'
import type { JsonObject } from '../../contracts/json.ts'
import { type Call, defineOperation } from '../../engine/call.ts'
import { askBeforehand } from '../../engine/read/find-document.ts'
import { presentWritten } from '../../engine/read/present.ts'
import { requestedPresentation } from '../../engine/read/read-request.ts'
import { inTransaction } from '../../engine/unit-of-work.ts'
import { findForChange } from '../../engine/write/changeable.ts'
import { tellChange, updateColumns } from '../../engine/write/save.ts'
import { validateWhole } from '../../engine/write/validate.ts'
import { PRESENTATION } from '../../query/parameters.ts'
import { contentInAllLocales, inAllLocales } from '../versions/restored-content.ts'
import { isDraft, liveRevisionOf, published, unpublished } from './live-table.ts'

/** Makes the newest content live. A draft may be incomplete, what is live never is (contract 4). */
export const publish = defineOperation({
  name: 'publish',
  summary: 'Publish a document',
  endpoint: { method: 'POST', path: '/{id}/publish' },
  local: { method: 'publish', args: ['id'] },
  parameters: PRESENTATION,
  body: { kind: 'none' },
  ifMatch: true,
  answer: { kind: 'doc', status: 200 },
  rule: 'publish',
  capability: { name: 'publish' },
  validates: true,
  async run(call) {
    const presentation = requestedPresentation(call)
    const permission = await askBeforehand(call)
    const stored = await inTransaction(call.runtime.storage, call.caller.context, async (unit) => {
      const draft = await findForChange(call, unit, permission)
      if (!isDraft(draft)) throw new QuireError('invalid_state', 'What you want to publish is live already.')
      await refuseIncomplete(call, contentInAllLocales(call, draft), draft)
      const live = await updateColumns(call, unit, draft, published(draft.revision + 1))
      return tellChange(call, unit, live, {}, 'published')
    })
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})

async function refuseIncomplete(call: Call, content: JsonObject, draft: Parameters<typeof validateWhole>[3]) {
  await validateWhole({ ...inAllLocales(call), demandsComplete: true }, content, content, draft)
}

/** Takes the live copy away. The newest content stays, as a draft. */
export const unpublish = defineOperation({
  ...publish,
  name: 'unpublish',
  summary: 'Take a document out of publication',
  endpoint: { method: 'POST', path: '/{id}/unpublish' },
  local: { method: 'unpublish', args: ['id'] },
  capability: { name: 'unpublish' },
  async run(call) {
    const presentation = requestedPresentation(call)
    const permission = await askBeforehand(call)
    const stored = await inTransaction(call.runtime.storage, call.caller.context, async (unit) => {
      const before = await findForChange(call, unit, permission)
      if (liveRevisionOf(before) === null)
        throw new QuireError('invalid_state', 'This was not published, so it cannot be taken out of publication.')
      const after = await updateColumns(call, unit, before, unpublished)
      return tellChange(call, unit, after, {}, 'unpublished')
    })
    return { kind: 'doc', doc: await presentWritten(call, stored, presentation) }
  },
})

export const publishGlobal = defineOperation({
  ...publish,
  summary: 'Publish the global',
  endpoint: { method: 'POST', path: '/publish' },
  local: { method: 'publish', args: [] },
})

export const unpublishGlobal = defineOperation({
  ...unpublish,
  summary: 'Take the global out of publication',
  endpoint: { method: 'POST', path: '/unpublish' },
  local: { method: 'unpublish', args: [] },
})
