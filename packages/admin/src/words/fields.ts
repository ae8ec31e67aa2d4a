import { words } from './words.ts'

export const fieldWords = words('fields', {
  madeFrom: 'generated from “{field}”',
  add: 'Add',
  find: 'Find…',
  nothingFound: 'Nothing found',
  computed: 'Calculated',
  notTranslated: 'Not translated',
  sourceChanged: 'Source changed since',
  copyFrom: 'Copy from {locale}',
  createNew: 'New {what}',
  unsupported: 'This field can’t be edited here.',
})
