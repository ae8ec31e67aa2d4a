import { words } from './words.ts'

/** Names of changes. They complete "Undo {what}". */
export const undoWords = words('undo', {
  undo: 'Undo {what}',
  redo: 'Redo {what}',
  nothing: 'Nothing to undo',
  nothingToRedo: 'Nothing to redo',
  typed: 'typing in {field}',
  changed: 'change of {field}',
  changedMany: { one: 'change of {count} field', other: 'change of {count} fields' },
  addedSection: { one: 'add section', other: 'add {count} sections' },
  addedRow: { one: 'add row to {field}', other: 'add {count} rows to {field}' },
  removedSection: { one: 'remove section', other: 'remove {count} sections' },
  removedRow: { one: 'remove row from {field}', other: 'remove {count} rows from {field}' },
  movedSection: { one: 'move section', other: 'move {count} sections' },
  movedRow: { one: 'move row in {field}', other: 'move {count} rows in {field}' },
  copyOf: 'copy from {locale}',
  removed: 'Removed “{name}”',
  sectionsGone: { one: '{count} section removed', other: '{count} sections removed' },
  rowsGone: { one: '{count} row removed', other: '{count} rows removed' },
  partly: 'Part of this was changed by someone else since, and stays as it is.',
  notAnyMore: 'This was changed by someone else since, so it can’t be undone.',
})
