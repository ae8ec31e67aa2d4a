import { words } from '../../words/words.ts'

export const previewWords = words('preview', {
  preview: 'Preview',
  close: 'Close preview',
  refresh: 'Reload',
  ownWindow: 'Open in a new window',
  width: 'Width',
  phone: 'Phone',
  tablet: 'Tablet',
  full: 'Full width',
  page: 'Page of {title}',
  unsaved: 'This shows what was last saved.',
  refused: 'No preview available',
})
