import { words } from './words.ts'

export const diffWords = words('diff', {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  changed: 'Changed',
  formatting: 'Formatting or link changed',
  lines: {
    one: '{count} unchanged line',
    other: '{count} unchanged lines',
  },
  emptyValue: 'empty',
})
