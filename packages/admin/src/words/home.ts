import { words } from './words.ts'

export const homeWords = words('home', {
  greeting: 'Hello, {name}',
  continue: 'Pick up where you left off',
  recent: 'Recently changed',
  begin: 'Start something new',
  nothingYet: 'Nothing has been written yet.',
  emptyTitle: 'What will you write?',
  emptyText: 'There’s nothing to edit yet. Describe your content in the configuration, and it will appear here.',
  firstCode: 'Paste this into quire.config.ts',
  firstNext: 'Save the file, and “Posts” will appear in the navigation.',
})
