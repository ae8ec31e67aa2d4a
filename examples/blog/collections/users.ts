import { collection, f } from 'quirecms'
import { isAdmin, isEditor } from '../access.ts'

/**
 * The people who work on the magazine. At first, there are no users and no passwords: the first visitor creates the
 * first user, an admin (`bootstrap`), or you do with `quire create-user`. The site shows names of `authors` instead.
 */
export const users = collection({
  label: { en: 'Users', de: 'Benutzer' },
  // Programs get accounts of their own, which have nothing but keys.
  auth: { apiKeys: true, accounts: { service: true }, bootstrap: { roles: ['admin'] } },
  fields: {
    name: f.text({ label: { en: 'Name', de: 'Name' }, required: true, maxLength: 80 }),
    // Users may change their own document, but not the roles that decide what they may do.
    roles: f.select({
      label: { en: 'Roles', de: 'Rollen' },
      options: [
        { value: 'admin', label: { en: 'Admin', de: 'Administration' } },
        { value: 'editor', label: { en: 'Editor', de: 'Redaktion' } },
        { value: 'author', label: { en: 'Author', de: 'Autor' } },
      ],
      many: true,
      default: ['author'],
      access: { create: isAdmin, update: isAdmin },
    }),
  },
  // In addition, all users may read and update themselves.
  admin: { singular: { en: 'user', de: 'Benutzer' }, columns: ['email', 'roles', 'updatedAt'] },
  access: { read: isEditor, create: isAdmin, update: isAdmin, delete: isAdmin, unlock: isAdmin, manageKeys: isAdmin },
})
