import type { Feature } from '../../contracts/contribution.ts'
import { isVersionsConfig, mostVersionsOf } from '../../config/versions.ts'
import type { Call } from '../../engine/call.ts'
import { forgetSnapshots, keepSnapshots } from './keep-versions.ts'
import { readGlobalVersion, readGlobalVersions, readVersion, readVersions } from './read-versions.ts'
import { restore, restoreGlobal } from './restore.ts'
import { versionTable } from './version-table.ts'

/** The history of documents: a snapshot of every revision, and a way back to each of them. */
export const versions: Feature<Call> = {
  name: 'versions',
  for: ({ options }) => isVersionsConfig(options['versions']),
  adds({ kind, slug, options }) {
    const isGlobal = kind === 'global'
    return {
      records: [versionTable(isGlobal ? `global:${slug}` : slug)],
      onStore: keepSnapshots(mostVersionsOf(options['versions'])),
      onRemove: forgetSnapshots,
      operations: isGlobal
        ? [readGlobalVersions, readGlobalVersion, restoreGlobal]
        : [readVersions, readVersion, restore],
    }
  },
}
