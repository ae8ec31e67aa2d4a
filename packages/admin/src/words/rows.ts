import { words } from './words.ts'

/** Rows of arrays and blocks, and everything else that has an order. */
export const rowWords = words('rows', {
  row: 'Row {number}',
  addTo: 'Add to {what}',
  pickBlock: 'Choose a section',
  searchBlocks: 'Search sections',
  noBlocks: 'No sections match.',
  addHere: 'Add here',
  move: 'Move {what}',
  moveUp: 'Move up',
  moveDown: 'Move down',
  duplicate: 'Duplicate',
  copy: 'Copy',
  copyAll: 'Copy all',
  copied: {
    one: 'Copied. You can paste it into any document.',
    other: '{count} copied. You can paste them into any document.',
  },
  paste: 'Paste',
  pasteNothing: 'What you copied doesn’t fit here.',
  foldAll: 'Collapse all',
  unfoldAll: 'Expand all',
  more: 'More actions for {what}',
  issues: {
    one: '{count} problem',
    other: '{count} problems',
  },
  empty: 'Nothing here yet.',
  gone: 'This application no longer has sections of type “{kind}”. The content is kept until you remove it.',
  how: 'Press space to pick it up, the arrow keys to move it, space to drop it, or escape to cancel. Alt with an arrow key moves it right away.',
  taken: 'Picked up {what}.',
  over: '{what} is at position {place} of {count}.',
  dropped: '{what} was dropped at position {place} of {count}.',
  left: '{what} was put back.',
})
