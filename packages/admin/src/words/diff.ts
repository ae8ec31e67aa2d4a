import { words } from './use-words.ts'

/** Comparisons of two values. */
export const diffWords = words({
  en: {
    added: 'Added',
    removed: 'Removed',
    moved: 'Moved',
    changed: 'Changed',
    formatting: 'Formatting or address changed',
    lines: (count: number) => (count === 1 ? '1 line as before' : `${count} lines as before`),
  },
  de: {
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    moved: 'Verschoben',
    changed: 'Geändert',
    formatting: 'Formatierung oder Adresse geändert',
    lines: (count) => (count === 1 ? '1 Zeile wie zuvor' : `${count} Zeilen wie zuvor`),
  },
})
