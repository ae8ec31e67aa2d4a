// For commands and backups: not loaded by applications that only serve.
export { setPassword } from './auth/set-password.ts'
export type { ContentCount } from './content-lines/content-line.ts'
export {
  type ContentDigest,
  type ContentExportOptions,
  digestContent,
  exportLines,
} from './content-lines/export-lines.ts'
export { importLines } from './content-lines/import-lines.ts'
export { type NamedStoredFile, namedFiles } from './uploads/objects-of-documents.ts'
export { holdingObjects } from './uploads/object-holds.ts'
export { OBJECTS, type ObjectRow } from './uploads/object-table.ts'
export { examine } from './doctor/examine.ts'
export { makeLaterSizes } from './images/make-later-sizes.ts'
