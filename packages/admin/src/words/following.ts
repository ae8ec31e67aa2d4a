import { words } from './words.ts'

/** What is said of others who work on the same, where the app follows them. */
export const followingWords = words('following', {
  somebody: 'Somebody',
  changed: '{name} changed this',
  changedToo: 'Someone else changed this too',
  changedByYou: 'You changed this in another tab',
  deeds: {
    updated: '{name} changed this',
    published: '{name} published this',
    unpublished: '{name} unpublished this',
    scheduled: '{name} scheduled this',
    unscheduled: '{name} called off what was scheduled',
    trashed: '{name} moved this to the trash',
    restored: '{name} restored this',
    deleted: '{name} deleted this',
  },
  ago: '{deed} {ago}',
  listChanged: 'This list has changed.',
  newOnes: { one: '{count} new', other: '{count} new' },
  show: 'Show',
})
