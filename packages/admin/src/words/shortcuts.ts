import { words } from './words.ts'

/** The sheet of what the keyboard can do. */
export const shortcutWords = words('shortcuts', {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  palette: 'Search or run a command',
  sheet: 'Keyboard shortcuts',
  close: 'Close whatever is open',
  lists: 'In lists',
  move: 'Next and previous row',
  open: 'Open',
  select: 'Select',
  search: 'Search',
  filter: 'Add a filter',
  unselect: 'Clear the selection',
  documents: 'In documents',
  save: 'Save',
  publish: 'Publish',
  moveRow: 'Move a row or section',
  undoRedo: 'Undo and redo',
  texts: 'In rich text',
  insert: 'Insert something',
  link: 'Link',
  bold: 'Bold',
  italic: 'Italic',
  dragging: 'Dragging',
  drag: 'Pick up, move, drop',
})
