import { collection, defineConfig, f, global, type RuleArguments } from 'quirecms'

const isAdmin = ({ actor }: RuleArguments) => (actor?.['roles'] as string[] | undefined)?.includes('admin') ?? false
const everybody = () => true

/** Two auth collections side by side, and something to write about. */
export const members = defineConfig({
  admin: { users: 'users' },
  collections: {
    users: collection({
      auth: { apiKeys: true, bootstrap: { roles: ['admin'] } },
      fields: {
        name: f.text(),
        roles: f.select({
          options: ['admin', 'editor', 'viewer'],
          many: true,
          default: ['viewer'],
          access: { create: isAdmin, update: isAdmin },
        }),
        // Only the application can read it.
        hint: f.text({ hidden: true, default: 'hidden hint' }),
        salary: f.number({ default: 4711, access: { read: isAdmin, create: isAdmin, update: isAdmin } }),
      },
      access: { create: isAdmin, read: isAdmin, update: isAdmin, delete: isAdmin, unlock: isAdmin },
    }),
    customers: collection({
      auth: { recovery: false, lockout: false },
      fields: { name: f.text() },
      access: { create: everybody, delete: everybody },
    }),
    posts: collection({
      fields: { title: f.text({ required: true }), author: f.relationship({ to: 'users' }) },
      access: {
        read: everybody,
        create: ({ actor }) => actor !== null,
        update: ({ actor }) => actor !== null && { author: { equals: actor.id } },
      },
    }),
    notes: collection({ fields: { text: f.text() } }),
  },
  globals: { settings: global({ fields: { siteName: f.text({ default: 'Site' }) } }) },
})
