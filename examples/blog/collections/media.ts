import { collection, f } from 'quirecms'
import { everybody, isEditor, isWriter } from '../access.ts'

export const media = collection({
  label: { en: 'Media', de: 'Medien' },
  upload: {
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    sizes: {
      thumb: { width: 160, height: 160, format: 'webp' },
      card: { width: 640, height: 360, format: 'webp' },
    },
  },
  fields: {
    alt: f.text({
      label: { en: 'Alternative text', de: 'Alternativtext' },
      required: true,
      localized: true,
      maxLength: 160,
      description: {
        en: 'What the picture shows, for people who cannot see it.',
        de: 'Was auf dem Bild zu sehen ist, für alle, die es nicht sehen können.',
      },
    }),
    credit: f.text({ label: { en: 'Credit', de: 'Bildnachweis' }, maxLength: 120 }),
  },
  access: { read: everybody, create: isWriter, update: isEditor, delete: isEditor },
  admin: { singular: { en: 'file', de: 'Datei' } },
})
