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
  ofRevision: 'Shows this revision.',
  onlyNewest: 'This page shows the newest content. With live preview, it would show this revision.',
  clickToEdit: 'Click to edit',
  refused: 'No preview available',
  tryTitle: 'See it while you write',
  tryText:
    'Open a document and choose Preview: its page follows what you type, and a click on the page takes you to the field.',
  tryWith: 'Try it: {what}',
  tryDone: 'Got it',
})
