import { collection, f } from 'quire'
import { everybody, isEditor, isWriter } from '../access.ts'

export const media = collection({
  label: 'Media',
  upload: {
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    sizes: {
      thumb: { width: 160, height: 160, format: 'webp' },
      card: { width: 640, height: 360, format: 'webp' },
    },
  },
  fields: {
    alt: f.text({
      required: true,
      localized: true,
      maxLength: 160,
      description: 'What the picture shows, for people who cannot see it.',
    }),
    credit: f.text({ maxLength: 120 }),
  },
  access: { read: everybody, create: isWriter, update: isEditor, delete: isEditor },
})
