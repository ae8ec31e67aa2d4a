import { type Call, draftsOf, type Feature } from '@quirecms/core/feature'
import {
  createPublished,
  publishParameter,
  publish,
  publishGlobal,
  revisionParameter,
  unpublish,
  unpublishGlobal,
} from './publish.ts'
import {
  contentOfLiveCopy,
  keepLiveCopy,
  removeLiveCopy,
  rewriteCopies,
  liveTable,
  stateColumns,
  stateFields,
  copyForPaths,
  chooseCopy,
  draftParameter,
} from './copies.ts'
import { restore, restoreGlobal } from './restore-as-draft.ts'

/** Drafts: a working copy and a live copy of each document (docs/contract/drafts-and-versions.md#two-copies). */
export const drafts: Feature<Call> = {
  name: 'drafts',
  events: ['published', { name: 'unpublished', hides: true }],
  options: ['versions.drafts'],
  needs: ['versions'],
  for: ({ options }) => draftsOf(options['versions']) !== null,
  adds({ kind, options }) {
    const isGlobal = kind === 'global'
    return {
      columns: stateColumns,
      // For lists of unpublished documents, the newest first.
      indexes: isGlobal ? [] : [['_status', 'updatedAt']],
      systemFields: stateFields,
      tables: (own) => [liveTable(own)],
      parameters: [draftParameter, revisionParameter, ...(isGlobal ? [] : [publishParameter])],
      extends: {
        read: ['draft'],
        restore: ['draft'],
        publish: ['revision'],
        ...(!isGlobal && {
          create: ['publish'],
          list: ['draft'],
          count: ['draft'],
          distinct: ['draft'],
          access: ['draft'],
          selection: ['draft'],
          readFile: ['draft'],
        }),
      },
      scope: chooseCopy,
      copies: {
        mayBeIncomplete: draftsOf(options['versions'])?.validate !== true,
        ownColumns: stateColumns.map(({ name }) => name),
        forPaths: copyForPaths,
      },
      onStore: keepLiveCopy,
      onRemove: removeLiveCopy,
      retainedContents: contentOfLiveCopy,
      rewrite: rewriteCopies,
      doctorChecks: {
        'live copies and unique values': async (call) => (await import('./check-copies.ts')).checkCopies(call),
      },
      capabilities: [{ name: 'readDrafts', rule: 'readDrafts' }],
      operations: isGlobal ? [publishGlobal, unpublishGlobal, restoreGlobal] : [publish, unpublish, restore],
      ...(!isGlobal && {
        changes: { create: createPublished },
        bulk: {
          publish: { operation: 'publish', needsData: false },
          unpublish: { operation: 'unpublish', needsData: false },
        },
      }),
    }
  },
}
