import { words } from '../../words/words.ts'

export const scheduleWords = words('schedule', {
  schedule: 'Schedule',
  notScheduled: 'Not scheduled',
  add: 'Schedule',
  what: 'Action',
  actions: {
    publish: 'Publish',
    unpublish: 'Unpublish',
  },
  when: 'When',
  zone: 'Your time zone: {name}.',
  about: {
    publish: 'The newest version at that moment goes live, so you can keep writing until then.',
    unpublish: 'From then on, readers no longer see this. The content stays here as a draft.',
  },
  laterToday: 'In an hour',
  tomorrow: 'Tomorrow, 9:00',
  monday: 'Monday, 9:00',
  past: 'Choose a time in the future.',
  incomplete: 'Choose a day and a time.',
  scheduled: {
    publish: 'Scheduled to publish {when}',
    unpublish: 'Scheduled to unpublish {when}',
  },
  job: {
    publish: 'Publish {when}',
    unpublish: 'Unpublish {when}',
  },
  cancelOne: 'Cancel: {what}',
  cancelled: 'No longer scheduled',
  at: '{day}, {time}',
  failed: '{what}: failed.',
  saveFirst: 'Save first: unsaved changes won’t be published.',
  upcoming: 'Scheduled',
  nothingUpcoming: 'Nothing is scheduled.',
  month: 'Scheduled this month',
  onDay: '{day}: {count}',
})
