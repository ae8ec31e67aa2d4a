import { collection, f } from 'quire'
import { everybody, isEditor } from '../access.ts'

export const tags = collection({
  label: 'Tags',
  fields: {
    name: f.text({ required: true, localized: true, maxLength: 40 }),
    slug: f.slug({ from: 'name', required: true, unique: true }),
    color: f.select({ options: ['ink', 'madder', 'weld', 'indigo', 'verdigris'], required: true, default: 'ink' }),
  },
  access: { read: everybody, create: isEditor, update: isEditor, delete: isEditor },
})
