import { words } from './use-words.ts'

export const homeWords = words({
  en: {
    greeting: (name: string) => `Hello, ${name}`,
    continue: 'Continue where you were',
    recent: 'Recently changed',
    waiting: 'Waiting to be published',
    nothingWaiting: 'Everything that is written is published.',
    begin: 'Begin',
    nothingYet: 'Nothing has been written yet.',
    scheduled: 'Scheduled',
    nothingScheduled: 'Nothing is scheduled.',
    publishedLately: 'Recently published',
    month: 'What is scheduled this month',
    onDay: (day: string, count: string) => `${day}: ${count}`,
    emptyTitle: 'What will you write?',
    emptyText:
      'This application has nothing to edit yet. Describe your content in the configuration; the app follows by itself.',
    firstCode: 'Paste this into quire.config.ts',
    firstNext: 'Save the file, and “Posts” appears in the navigation.',
  },
  de: {
    greeting: (name) => `Hallo, ${name}`,
    continue: 'Weitermachen, wo du warst',
    recent: 'Zuletzt geändert',
    waiting: 'Noch nicht veröffentlicht',
    nothingWaiting: 'Alles Geschriebene ist veröffentlicht.',
    begin: 'Anfangen',
    nothingYet: 'Noch ist nichts geschrieben.',
    scheduled: 'Geplant',
    nothingScheduled: 'Nichts ist geplant.',
    publishedLately: 'Zuletzt veröffentlicht',
    month: 'Was in diesem Monat geplant ist',
    onDay: (day, count) => `${day}: ${count}`,
    emptyTitle: 'Was wirst du schreiben?',
    emptyText:
      'In dieser Anwendung gibt es noch nichts zu bearbeiten. Beschreibe deine Inhalte in der Konfiguration; die App folgt von selbst.',
    firstCode: 'Füge das in quire.config.ts ein',
    firstNext: 'Sichere die Datei, und „Posts“ erscheint in der Navigation.',
  },
})
