/** What other features may rely on where there are versions. */
export { keepScheduled } from './keep-versions.ts'
export { restoring } from './restore.ts'
export { snapshotOf, versionTable, versionTableOf } from './version-table.ts'
