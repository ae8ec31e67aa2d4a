import { collection, f } from 'quirecms'
import { everybody, isEditor } from '../access.ts'

export const authors = collection({
  label: { en: 'Authors', de: 'Autoren' },
  fields: {
    name: f.text({ label: { en: 'Name', de: 'Name' }, required: true, maxLength: 80 }),
    portrait: f.upload({
      label: { en: 'Portrait', de: 'Porträt' },
      to: 'media',
      accept: ['image/*'],
      onDelete: 'clear',
    }),
    slug: f.slug({ label: { en: 'Slug', de: 'Adresse' }, from: 'name', required: true, unique: true }),
    role: f.text({ label: { en: 'Role', de: 'Rolle' }, localized: true, maxLength: 80 }),
    bio: f.textarea({ label: { en: 'About them', de: 'Über die Person' }, localized: true, maxLength: 600 }),
    // If you may not read a field, answers leave it out, and queries treat it as unknown.
    email: f.email({ label: { en: 'Email', de: 'E-Mail' }, unique: true, access: { read: isEditor } }),
    website: f.url({ label: { en: 'Website', de: 'Website' } }),
    place: f.point({
      label: { en: 'Place', de: 'Ort' },
      description: {
        en: 'Where they work: longitude, latitude.',
        de: 'Wo sie arbeiten: Längengrad, Breitengrad.',
      },
    }),
    since: f.date({ label: { en: 'With us since', de: 'Dabei seit' } }),
  },
  access: { read: everybody, create: isEditor, update: isEditor, delete: isEditor },
  admin: { singular: { en: 'author', de: 'Autor' }, columns: ['portrait', 'role', 'languages', 'since'] },
})
