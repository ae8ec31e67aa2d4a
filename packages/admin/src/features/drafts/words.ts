import { words } from '../../words/words.ts'

export const draftsWords = words('drafts', {
  waiting: 'Waiting to be published',
  nothingWaiting: 'Everything has been published.',
  publishedLately: 'Recently published',
  nothingPublished: 'Nothing has been published yet.',
  live: 'Live since {date}',
  notLive: 'Not published',
  notLiveText: 'Readers can’t see this yet.',
  sameAsLive: 'This is what readers see.',
  sameInLanguage: 'This is what readers see in this language.',
  differs: {
    one: '{count} field differs from what readers see.',
    other: '{count} fields differ from what readers see.',
  },
  compare: 'Compare',
})
