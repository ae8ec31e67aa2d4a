import { QuireError } from '../../contracts/errors.ts'
import { changesDocument } from '../../engine/kinds/changes-document.ts'
import { tellChange, updateColumns } from '../../engine/write/save.ts'
import { validateWhole } from '../../engine/write/validate.ts'
import { ofGlobal } from '../../operations/of-global.ts'
import { contentInAllLocales, inAllLocales } from '../../engine/write/all-locales.ts'
import { isDraft, liveRevisionOf, published, unpublished } from './live-table.ts'

const CHANGE_OF_STATE = { body: { kind: 'none' }, rule: 'publish' } as const

/**
 * Makes the newest content live. A draft may be incomplete, what is live never is (docs/contract/drafts-and-versions.md#incomplete-drafts).
 */
export const publish = changesDocument({
  ...CHANGE_OF_STATE,
  name: 'publish',
  summary: 'Publish a document',
  description: 'Makes the newest content live. It must be complete.',
  endpoint: { method: 'POST', path: '/{id}/publish' },
  local: { method: 'publish', args: ['id'] },
  capability: { name: 'publish' },
  validates: true,
  async run({ call, unit, before: draft }) {
    if (!isDraft(draft)) throw new QuireError('invalid_state', 'This is already live.')
    const content = contentInAllLocales(call, draft)
    await validateWhole({ ...inAllLocales(call), copies: { writes: 'complete' } }, content, content, draft)
    const live = await updateColumns(call, unit, draft, published(draft.revision + 1))
    return tellChange(call, unit, { before: draft, stored: live }, {}, 'published')
  },
})

/** Takes the live copy away. The newest content stays, as a draft. */
export const unpublish = changesDocument({
  ...CHANGE_OF_STATE,
  name: 'unpublish',
  summary: 'Take a document out of publication',
  description: 'Nobody sees the document any more, except those who may read drafts. Its content stays.',
  endpoint: { method: 'POST', path: '/{id}/unpublish' },
  local: { method: 'unpublish', args: ['id'] },
  capability: { name: 'unpublish' },
  async run({ call, unit, before }) {
    if (liveRevisionOf(before) === null)
      throw new QuireError('invalid_state', 'This is not published, so it cannot be unpublished.')
    const after = await updateColumns(call, unit, before, unpublished)
    return tellChange(call, unit, { before, stored: after }, {}, 'unpublished')
  },
})

export const publishGlobal = ofGlobal({
  ...publish,
  summary: 'Publish the global',
  description: 'Makes the newest content live. It must be complete.',
})
export const unpublishGlobal = ofGlobal({
  ...unpublish,
  summary: 'Take the global out of publication',
  description: 'Nobody sees the content any more, except those who may read drafts. It stays as a draft.',
})
