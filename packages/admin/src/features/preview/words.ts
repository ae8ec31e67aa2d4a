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
  live: 'Shows what you type.',
  clickToEdit: 'Click to edit',
  refused: 'No preview available',
})
