/** For features that depend on versions. */
export { keepScheduled } from './keep-versions.ts'
export { asDocument, findSnapshot } from './read-versions.ts'
export { restoring } from './restore.ts'
export { snapshotContent } from './restored-content.ts'
export { isSameContent } from './same-content.ts'
export { versionTableOf } from './version-table.ts'
