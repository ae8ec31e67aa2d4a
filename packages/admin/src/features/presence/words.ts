import { words } from '../../words/words.ts'

export const presenceWords = words('presence', {
  here: 'Also here',
  somebody: 'Someone',
  since: '{name}, here since {time}',
  ownTabs: { one: 'You also have this open in another tab', other: 'You also have this open in {count} other tabs' },
  more: { one: '{count} more person', other: '{count} more people' },
})
