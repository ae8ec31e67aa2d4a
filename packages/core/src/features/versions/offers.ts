/** What other features may rely on where there are versions. */
export { restoring } from './restore.ts'
export { snapshotOf, versionTable, versionTableOf } from './version-table.ts'
