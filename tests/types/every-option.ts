import { collection, defineConfig, f, global, google, job, plugin, type PluginApi } from 'quirecms'
import { archivePlugin } from '../engine/features/archive-plugin.ts'

/** Every option that types depend on, for the comparison with generated types (`generated-types.compile.ts`). */

const shelfApi = {
  key: 'shelf',
  methods: { total: { method: 'GET', path: '/total', output: { type: 'integer' } } },
  collections: {
    methods: {
      shelve: { method: 'POST', path: '/:id/shelve', answer: 'doc' },
      move: {
        method: 'POST',
        path: '/:id/move',
        answer: 'doc',
        input: { type: 'object', required: ['to'], properties: { to: { type: 'string' } } },
      },
      places: { method: 'GET', path: '/places', answer: 'list', output: { type: 'object', properties: {} } },
    },
    parameters: { find: { shelved: { type: 'boolean' } }, count: { shelved: { type: 'boolean' } } },
    systemFields: { shelvedAt: { type: ['string', 'null'], format: 'date-time' }, row: { type: 'integer' } },
  },
  globals: { methods: { touch: { method: 'POST', path: '/touch', answer: 'doc' } } },
} as const satisfies PluginApi

const shelf = plugin(
  {
    key: 'shelf',
    api: shelfApi,
    collections: { shelves: collection({ fields: { name: f.text({ required: true }) } }) },
    globals: { library: global({ fields: { name: f.text({ required: true }) } }) },
  },
  { setup: () => undefined },
)

const closed = () => false
const anything = { type: 'object', required: ['issue'], properties: { issue: { type: 'integer' } } } as const

export const config = defineConfig({
  plugins: [archivePlugin, shelf],
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  changes: true,
  admin: { users: 'users' },
  server: { publicUrl: 'https://cms.example.com' },
  collections: {
    users: collection({
      auth: {
        apiKeys: true,
        accounts: { service: true },
        recovery: false,
        verification: true,
        invitations: true,
        lockout: false,
        passkeys: true,
        totp: true,
      },
      fields: { name: f.text(), roles: f.select({ options: ['admin', 'editor'], many: true }) },
    }),
    members: collection({
      auth: { passwords: false, providers: { google: google({ clientId: 'x', clientSecret: 'y' }) } },
      fields: { name: f.text({ required: true }) },
    }),
    readers: collection({ auth: true, fields: {} }),
    posts: collection({
      versions: { drafts: { autosave: true } },
      trash: { retention: '3d' },
      comments: true,
      authors: true,
      archivable: { label: 'Put away' },
      search: { fields: ['title'] },
      fields: {
        title: f.text({ required: true, localized: true }),
        slug: f.slug({ from: 'title', unique: true }),
        secret: f.text({ hidden: true }),
        salary: f.number({ access: { read: closed } }),
        mood: f.select({ options: ['calm', { label: 'Very wild', value: 'wild' }], default: 'calm' }),
        words: f.text({ many: true }),
        tags: f.relationship({ to: 'tags', many: true }),
        about: f.relationship({ to: ['tags', 'pages'] }),
        cover: f.upload({ to: 'media' }),
        links: f.array({ localized: true, fields: { href: f.url({ required: true }) } }),
        seo: f.group({ fields: { description: f.text({ required: true }), score: f.number({ integer: true }) } }),
        sections: f.blocks({
          blocks: {
            quote: { fields: { text: f.text({ required: true }), by: f.relationship({ to: 'users' }) } },
            gap: { fields: {} },
          },
        }),
        body: f.richText({ to: ['tags'], blocks: { note: { fields: { text: f.text({ required: true }) } } } }),
        isEvent: f.checkbox(),
        starts: f.date({ required: true, admin: { showIf: { isEvent: { equals: true } } } }),
        day: f.date({ only: 'day' }),
        place: f.point(),
        meta: f.json(),
        page: f.code({ language: 'html' }),
      },
    }),
    strict: collection({
      versions: { drafts: { validate: true, schedule: false } },
      search: { fields: { title: 2 } },
      fields: { title: f.text({ required: true }) },
    }),
    notes: collection({
      versions: true,
      locks: false,
      archivable: false,
      fields: { text: f.textarea({ required: true }) },
    }),
    tags: collection({
      trash: true,
      fields: {
        name: f.text({ unique: true }),
        posts: f.join({ collection: 'posts', on: 'tags', writable: true }),
      },
    }),
    pages: collection({
      fields: { title: f.text({ required: true }), parent: f.relationship({ to: 'pages', tree: true }) },
    }),
    media: collection({
      upload: { sizes: { thumb: { width: 100, height: 100 } }, folders: true, tags: true, images: true },
      fields: { alt: f.text() },
    }),
    files: collection({ upload: true, fields: {} }),
  },
  globals: {
    settings: global({ versions: true, fields: { siteName: f.text() } }),
    home: global({
      versions: { drafts: { schedule: true } },
      authors: true,
      comments: true,
      fields: { title: f.text({ required: true, localized: true }), lead: f.relationship({ to: 'posts' }) },
    }),
  },
  jobs: {
    letter: job({ input: anything, access: { queue: () => true }, run: () => null }),
    sweep: job({ access: { queue: () => true }, run: () => null }),
    inner: job({ run: () => null }),
  },
})
