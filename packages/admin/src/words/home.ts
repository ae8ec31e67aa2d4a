import { words } from './use-words.ts'

export const homeWords = words({
  en: {
    greeting: (name: string) => `Hello, ${name}`,
    recent: 'Recently changed',
    waiting: 'Waiting to be published',
    nothingWaiting: 'Everything that is written is published.',
    nothingYet: 'Nothing has been written yet.',
  },
  de: {
    greeting: (name) => `Hallo, ${name}`,
    recent: 'Zuletzt geändert',
    waiting: 'Noch nicht veröffentlicht',
    nothingWaiting: 'Alles Geschriebene ist veröffentlicht.',
    nothingYet: 'Noch ist nichts geschrieben.',
  },
})
