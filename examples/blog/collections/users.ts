import { collection, f } from 'quire'
import { isAdmin, isEditor } from '../access.ts'

/**
 * Who works on the magazine. There are no users and no passwords to begin with: the first one is made by whoever comes first
 * (`bootstrap`), as an admin, or with `quire create-user`. Their names on the site are those of `authors`.
 */
export const users = collection({
  label: 'Users',
  auth: { apiKeys: true, bootstrap: { roles: ['admin'] } },
  fields: {
    name: f.text({ required: true, maxLength: 80 }),
    // Users may change their own document, but not what decides on their rights.
    roles: f.select({
      options: ['admin', 'editor', 'author'],
      many: true,
      default: ['author'],
      access: { create: isAdmin, update: isAdmin },
    }),
  },
  // Besides, everybody may read and update themselves.
  access: { read: isEditor, create: isAdmin, update: isAdmin, delete: isAdmin, unlock: isAdmin },
})
