import { words } from './use-words.ts'

export const previewWords = words({
  en: {
    preview: 'Preview',
    close: 'Close the preview',
    refresh: 'Reload',
    ownWindow: 'Open in a new window',
    width: 'Width',
    phone: 'Phone',
    tablet: 'Tablet',
    full: 'Full width',
    page: (title: string) => `The page of ${title}`,
    unsaved: 'This shows what was last saved.',
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
