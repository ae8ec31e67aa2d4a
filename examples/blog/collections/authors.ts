import { collection, f } from 'quire'
import { everybody, isEditor } from '../access.ts'

export const authors = collection({
  label: 'Authors',
  fields: {
    name: f.text({ required: true, maxLength: 80 }),
    portrait: f.upload({ to: 'media', accept: ['image/*'], onDelete: 'clear' }),
    slug: f.slug({ from: 'name', required: true, unique: true }),
    role: f.text({ localized: true, maxLength: 80 }),
    bio: f.textarea({ localized: true, maxLength: 600 }),
    // If you may not read a field, answers leave it out, and queries treat it as unknown.
    email: f.email({ unique: true, access: { read: isEditor } }),
    website: f.url(),
    place: f.point({ description: 'Where they work: longitude, latitude.' }),
    since: f.date(),
  },
  access: { read: everybody, create: isEditor, update: isEditor, delete: isEditor },
  admin: { columns: ['portrait', 'role', 'languages', 'since'] },
})
