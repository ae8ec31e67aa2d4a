import { words } from '../../words/words.ts'

export const presenceWords = words('presence', {
  here: 'Also here',
  somebody: 'Somebody',
  since: '{name}, here since {time}',
  more: { one: '{count} more person', other: '{count} more people' },
})
