import { collection, defineConfig, f, sqlite } from 'quirecms'

const everybody = () => true
const access = { read: everybody }

/**
 * Target of hostile queries: many documents that reference each other, with few indexes. All requests come from one
 * address, so the limits per client are too high to matter.
 */
export default defineConfig({
  database: sqlite('./data/app.db'),
  server: { rateLimit: { requests: 1_000_000_000, inFlight: 10_000 } },
  collections: {
    articles: collection({
      access,
      fields: {
        title: f.text(),
        text: f.textarea(),
        rank: f.number(),
        related: f.relationship({ to: 'articles', many: true }),
        author: f.relationship({ to: 'people' }),
      },
    }),
    people: collection({
      access,
      fields: { name: f.text(), articles: f.join({ collection: 'articles', on: 'author' }) },
    }),
    books: collection({ access, fields: { title: f.text(), author: f.relationship({ to: 'writers' }) } }),
    writers: collection({ access, fields: { name: f.text(), city: f.relationship({ to: 'cities' }) } }),
    reports: collection({ access, fields: { title: f.text(), text: f.textarea({ maxLength: 100_000 }) } }),
    cities: collection({ access, fields: { name: f.text() } }),
  },
})
