import { words } from './use-words.ts'

export const previewWords = words({
  en: {
    preview: 'Preview',
    close: 'Close the preview',
    refresh: 'Load it again',
    ownWindow: 'Open in a window of its own',
    width: 'Width',
    phone: 'Phone',
    tablet: 'Tablet',
    full: 'Whole pane',
    page: (title: string) => `The page of ${title}`,
    unsaved: 'Shows what was saved last.',
    refused: 'There is no preview',
  },
  de: {
    preview: 'Vorschau',
    close: 'Vorschau schließen',
    refresh: 'Neu laden',
    ownWindow: 'In eigenem Fenster öffnen',
    width: 'Breite',
    phone: 'Telefon',
    tablet: 'Tablet',
    full: 'Ganze Fläche',
    page: (title) => `Die Seite von ${title}`,
    unsaved: 'Zeigt, was zuletzt gespeichert wurde.',
    refused: 'Es gibt keine Vorschau',
  },
})
