import { words } from './words.ts'

export const sharedWords = words('shared', {
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  remove: 'Remove',
  retry: 'Try again',
  loading: 'Loading…',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  more: 'More',
  apply: 'Apply',
  undo: 'Undo',
  required: 'required',
  untitled: 'Untitled',
  copy: 'Copy',
  copied: 'Copied',
  choose: 'Choose…',
  dismiss: 'Dismiss',
})

export const statusWords = words('status', {
  draft: 'Draft',
  changed: 'Changed',
  changedSince: 'Changed since published',
  published: 'Published',
  scheduled: 'Scheduled',
  failed: 'Schedule failed',
  trashed: 'In the trash',
})
