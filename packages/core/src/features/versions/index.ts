import type { Feature } from '../../contracts/contribution.ts'
import { draftsOf, hasAutosave, isVersionsConfig, mostVersionsOf } from '../../config/versions.ts'
import type { Call } from '../../engine/call.ts'
import { autosaveParameter } from './autosave.ts'
import { contentsOfSnapshots, forgetSnapshots, keepSnapshots } from './keep-versions.ts'
import {
  contentsThatMayBeRead,
  readGlobalVersion,
  readGlobalVersions,
  readVersion,
  readVersions,
} from './read-versions.ts'
import { restore, restoreGlobal } from './restore.ts'
import { versionTable } from './version-table.ts'

/** The history of documents: a snapshot of every revision, and a way back to each of them. */
export const versions: Feature<Call> = {
  name: 'versions',
  options: ['versions'],
  for: ({ options }) => isVersionsConfig(options['versions']),
  adds({ kind, slug, options }) {
    const isGlobal = kind === 'global'
    return {
      ...(hasAutosave(options['versions']) && { parameters: [autosaveParameter], extends: { update: ['autosave'] } }),
      records: [versionTable(isGlobal ? `global:${slug}` : slug)],
      onStore: keepSnapshots(mostVersionsOf(options['versions'])),
      onRemove: forgetSnapshots,
      keptContents: contentsOfSnapshots,
      ...(!isGlobal && { readableContents: contentsThatMayBeRead }),
      operations: [
        ...(isGlobal ? [readGlobalVersions, readGlobalVersion] : [readVersions, readVersion]),
        // With drafts, there is more to say of a restored revision, and they say it.
        ...(draftsOf(options['versions']) ? [] : [isGlobal ? restoreGlobal : restore]),
      ],
    }
  },
}
