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
  unsaved: 'This shows the last saved version.',
  live: 'Updates as you type.',
  ofRevision: 'Shows this revision.',
  onlyNewest: 'This page shows the newest content. With live preview, it would show this revision.',
  clickToEdit: 'Click to edit',
  refused: 'No preview available',
  tryTitle: 'Live preview',
  tryText: 'Open a document and choose Preview. The page updates as you type. Click any part of it to edit it.',
  tryWith: 'Try it: {what}',
  tryDone: 'Got it',
})
