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

/** Texts about other users who work on the same document. */
export const followingWords = words('following', {
  somebody: 'Someone',
  changed: '{name} changed this',
  changedToo: '{name} changed this while you were editing',
  changedByYou: 'You changed this in another tab',
  deeds: {
    updated: '{name} changed this',
    published: '{name} published this',
    unpublished: '{name} unpublished this',
    scheduled: '{name} scheduled this',
    unscheduled: '{name} cancelled the schedule',
    trashed: '{name} moved this to the trash',
    restored: '{name} restored this',
    deleted: '{name} deleted this',
  },
  gone: {
    trashedByYou: 'You moved this to the trash in another tab',
    deletedByYou: 'You deleted this in another tab',
    trashed: 'You can continue once someone restores it.',
    deleted: 'It can’t be restored.',
    typedIsKept: 'What you typed isn’t saved, but it’s kept on this device until the document is back.',
    typedIsLost: 'What you typed isn’t saved. Copy what you still need before you leave this page.',
    openTrash: 'Open the trash',
    toList: 'Go to the list',
  },
  ago: '{deed} {ago}',
  listChanged: 'This list has changed.',
  newOnes: { one: '{count} new', other: '{count} new' },
  show: 'Show',
})
