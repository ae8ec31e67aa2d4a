import { type Call, draftsOf, type Duration, type Feature, isObject, parseDuration } from '@quirecms/core/feature'
import { autosaveParameter } from './autosave.ts'
import { contentsOfSnapshots, forgetSnapshots, keepSnapshots } from './keep-versions.ts'
import { nameGlobalVersion, nameVersion } from './name-version.ts'
import {
  contentsThatMayBeRead,
  readGlobalVersion,
  readGlobalVersions,
  readVersion,
  readVersions,
} from './read-versions.ts'
import { restore, restoreGlobal } from './restore.ts'
import { versionTable } from './version-table.ts'

const MOST_KEPT = 100
const KEEP_EVERY: Duration = '10m'

/** Version history: a snapshot of each revision, and restore. */
export const versions: Feature<Call> = {
  name: 'versions',
  options: ['versions'],
  for: ({ options }) => isChosen(options['versions']),
  adds({ kind, slug, options }) {
    const isGlobal = kind === 'global'
    const { versions: chosen } = options
    const [keepEvery, hasDrafts] = [keepEveryOf(chosen), draftsOf(chosen) !== null]
    return {
      ...(keepEvery !== null && { parameters: [autosaveParameter], extends: { update: ['autosave'] } }),
      records: [versionTable(isGlobal ? `global:${slug}` : slug)],
      onStore: keepSnapshots({ keepEvery, max: mostVersionsOf(chosen), hasDrafts }),
      onRemove: forgetSnapshots,
      retainedContents: contentsOfSnapshots,
      doctorChecks: { versions: async (call) => (await import('./check-versions.ts')).checkVersions(call) },
      ...(!isGlobal && { readableContents: contentsThatMayBeRead }),
      operations: [
        ...(isGlobal
          ? [readGlobalVersions, readGlobalVersion, nameGlobalVersion]
          : [readVersions, readVersion, nameVersion]),
        // With drafts, that feature contributes its own restore.
        ...(hasDrafts ? [] : [isGlobal ? restoreGlobal : restore]),
      ],
    }
  },
}

function isChosen(chosen: unknown): boolean {
  return chosen === true || isObject(chosen)
}

function mostVersionsOf(chosen: unknown): number {
  const max = isObject(chosen) ? chosen['max'] : undefined
  return typeof max === 'number' ? max : MOST_KEPT
}

function keepEveryOf(chosen: unknown): number | null {
  const autosave = draftsOf(chosen)?.autosave
  if (autosave !== true && !isObject(autosave)) return null
  return parseDuration((isObject(autosave) ? autosave['keepEvery'] : undefined) ?? KEEP_EVERY)
}
