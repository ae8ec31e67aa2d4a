import { type Call, ofGlobal, type Operation } from '@quirecms/core/feature'
import { restoring } from '../versions/offers.ts'
import { published, wantsDraft } from './copies.ts'

const asDraft = restoring()

const asPublished = restoring({
  alsoRequires: ['publish'],
  copies: { writes: 'complete' },
  state: ({ revision }) => ({ columns: published(revision + 1), what: 'published' }),
})

/**
 * With `draft=true`, restores the snapshot as a draft; otherwise it is live at once, which needs the right to
 * publish.
 */
export const restore: Operation<Call> = {
  ...asPublished,
  querySchemas: {
    draft: {
      description:
        'With `true`, the snapshot becomes a draft. Otherwise, it becomes live at once, which requires the right to publish.',
      schema: { type: 'boolean' },
    },
  },
  run(call) {
    // Here, `draft` selects the result and not the copies to read: remove it, so that rules see what they see in
    // every change.
    const { draft: _draft, ...query } = call.input.query
    return (wantsDraft(call) ? asDraft : asPublished).run({ ...call, input: { ...call.input, query } })
  },
}

export const restoreGlobal = ofGlobal({
  ...restore,
  summary: 'Restore a snapshot of the global as a new revision',
  description: 'Writes the content of that revision as a new one. Later revisions stay in the history.',
})
