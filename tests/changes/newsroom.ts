import { collection, defineConfig, f, global, type RuleArguments } from 'quire'

const everybody = () => true
const isEditor = ({ actor }: RuleArguments) => {
  const roles: unknown = actor?.['roles']
  return Array.isArray(roles) && roles.includes('editor')
}

/** Drafts that editors see, notes of which everybody sees their own, and what nobody sees. */
export const newsroom = defineConfig({
  changes: true,
  server: { rateLimit: false, drain: '20s' },
  log: { level: 'silent' },
  admin: { users: 'users' },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true }),
        secret: f.text({ access: { read: isEditor } }),
      },
      versions: { drafts: true },
      trash: true,
      access: {
        read: everybody,
        readDrafts: isEditor,
        create: isEditor,
        update: isEditor,
        delete: isEditor,
        publish: isEditor,
        deletePermanent: isEditor,
      },
    }),
    notes: collection({
      fields: { text: f.text(), owner: f.text() },
      access: {
        read: ({ actor }) => (actor ? { owner: { equals: actor.id } } : false),
        create: everybody,
        update: everybody,
        delete: everybody,
      },
    }),
    plain: collection({
      fields: { name: f.text() },
      access: { read: everybody, create: everybody, update: everybody, delete: everybody },
      hooks: {
        afterChange: [
          ({ doc }) => {
            if (doc?.['name'] === 'undo') throw new Error('undone')
          },
        ],
      },
    }),
    users: collection({
      fields: { name: f.text(), roles: f.select({ options: ['editor', 'reader'], many: true }) },
      auth: { apiKeys: true },
      access: { read: ({ actor }) => actor !== null, update: isEditor },
    }),
  },
  globals: {
    site: global({ fields: { name: f.text() }, access: { read: everybody, update: everybody } }),
  },
})
