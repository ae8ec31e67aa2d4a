import { words } from '../../words/words.ts'

export const referencesWords = words('references', {
  usedBy: 'Used by',
  nothing: 'Nothing uses this yet.',
})
