import { collection, defineConfig, f, sqlite } from 'quirecms'

const access = { read: () => true }

/** Documents that reference each other over several levels, for `depth`. */
export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000 } },
  collections: {
    essays: collection({
      access,
      fields: {
        title: f.text(),
        text: f.textarea(),
        author: f.relationship({ to: 'writers' }),
        related: f.relationship({ to: 'essays', many: true }),
      },
    }),
    writers: collection({ access, fields: { name: f.text() } }),
  },
})
