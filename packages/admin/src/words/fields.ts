import { words } from './use-words.ts'

export const fieldWords = words({
  en: {
    madeFrom: (field: string) => `made from “${field}”`,
    add: 'Add',
    choose: 'Choose…',
    find: 'Find…',
    change: 'Change',
    nothingFound: 'Nothing found',
    missing: 'No longer there',
    computed: 'Computed',
    dropFile: 'Drop a file here, or choose one',
    uploading: 'Uploading…',
    createNew: (what: string) => `New ${what}`,
    unsupported: 'This field cannot be edited here.',
  },
  de: {
    madeFrom: (field) => `entsteht aus „${field}“`,
    add: 'Hinzufügen',
    choose: 'Auswählen …',
    find: 'Suchen …',
    change: 'Ändern',
    nothingFound: 'Nichts gefunden',
    missing: 'Nicht mehr vorhanden',
    computed: 'Berechnet',
    dropFile: 'Datei hier ablegen oder auswählen',
    uploading: 'Wird hochgeladen …',
    createNew: (what) => `${what}: neu`,
    unsupported: 'Dieses Feld lässt sich hier nicht bearbeiten.',
  },
})
