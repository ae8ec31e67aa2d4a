import { collection, f } from 'quirecms'
import { everybody, isEditor } from '../access.ts'

export const tags = collection({
  label: { en: 'Tags', de: 'Schlagwörter' },
  fields: {
    name: f.text({ label: { en: 'Name', de: 'Name' }, required: true, localized: true, maxLength: 40 }),
    slug: f.slug({ label: { en: 'Slug', de: 'Adresse' }, from: 'name', required: true, unique: true }),
    color: f.select({
      label: { en: 'Color', de: 'Farbe' },
      options: [
        { value: 'ink', label: { en: 'Ink', de: 'Tinte' } },
        { value: 'madder', label: { en: 'Madder', de: 'Krapp' } },
        { value: 'weld', label: { en: 'Weld', de: 'Wau' } },
        { value: 'indigo', label: { en: 'Indigo', de: 'Indigo' } },
        { value: 'verdigris', label: { en: 'Verdigris', de: 'Grünspan' } },
      ],
      required: true,
      default: 'ink',
    }),
  },
  access: { read: everybody, create: isEditor, update: isEditor, delete: isEditor },
  admin: { singular: { en: 'tag', de: 'Schlagwort' } },
})
