import { collection, defineConfig, f, global, job, oidc } from '@quirecms/core'

const everybody = () => true
const access = {
  read: everybody,
  create: everybody,
  update: everybody,
  delete: everybody,
  deletePermanent: everybody,
  readDrafts: everybody,
  readVersions: everybody,
  publish: everybody,
}

/** An application with every feature, and so with all operations. */
export const everything = defineConfig({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  admin: { users: 'users', views: { share: () => true } },
  changes: true,
  server: { publicUrl: 'http://localhost', rateLimit: false },
  collections: {
    posts: collection({
      fields: {
        title: f.text({ required: true, localized: true }),
        views: f.number({ integer: true, default: 0 }),
        author: f.relationship({ to: 'people' }),
      },
      trash: true,
      versions: { drafts: { autosave: true } },
      comments: true,
      access,
    }),
    people: collection({
      fields: {
        name: f.text({ required: true }),
        handle: f.text({ unique: true }),
        posts: f.join({ collection: 'posts', on: 'author', writable: true }),
      },
      access,
    }),
    media: collection({
      fields: { alt: f.text() },
      upload: { remote: { hosts: ['files.example.com'] }, images: true, sizes: { thumb: { width: 320 } } },
      trash: true,
      access,
    }),
    users: collection({
      fields: { name: f.text() },
      auth: {
        apiKeys: true,
        accounts: { service: true },
        recovery: true,
        verification: true,
        invitations: true,
        lockout: true,
        passkeys: true,
        totp: true,
        providers: { company: oidc({ issuer: 'https://id.example.com', clientId: 'quire' }) },
      },
      access: { read: everybody, update: everybody },
    }),
  },
  globals: {
    settings: global({
      fields: { siteName: f.text({ localized: true }) },
      versions: { drafts: { autosave: true, schedule: true } },
      comments: true,
      access: {
        read: everybody,
        update: everybody,
        readDrafts: everybody,
        readVersions: everybody,
        publish: everybody,
      },
    }),
  },
  jobs: {
    remind: job({
      input: { type: 'object', properties: { who: { type: 'string' } } },
      access: { queue: everybody },
      run: () => undefined,
    }),
  },
})
